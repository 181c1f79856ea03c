import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("A recorded run under other settings")
struct AlteredRunTests {
    private static func recorder() throws -> (RunRecorder, WidgetIdentifier) {
        let (scenario, widget, _) = try Scenario.viewed()
        return (RunRecorder(scenario.engine, at: scenario.now), widget)
    }

    /// The decisions in a recorded run, and those that there are under other settings.
    private static func decisions(
        _ lines: [RunLine],
        alter: @escaping (inout EngineSettings) -> Void
    ) throws -> (recorded: [JournalEntry], altered: [JournalEntry]) {
        var replay = RunReplay(notingHabits: true)
        var recorded: [JournalEntry] = []
        for (index, line) in lines.enumerated() {
            replay.replay(line, number: index + 1) { step in
                if case .decision(let entry) = step { recorded.append(entry) }
            }
        }
        var run = AlteredRun(try #require(replay.habits)) { settings in
            var settings = settings
            alter(&settings)
            return settings
        }
        var altered: [JournalEntry] = []
        for line in lines {
            run.run(line) { step in if case .decision(let entry) = step { altered.append(entry) } }
        }
        return (recorded, altered)
    }

    private static func moments(of name: String, in entries: [JournalEntry]) -> [MonotonicInstant] {
        entries.filter { $0.name == name }.map(\.moment.instant)
    }

    @Test("decides the same if nothing depends on them, at the moments when the service came to it")
    func same() throws {
        var (recorder, widget) = try Self.recorder()
        for trip in 1...2 {
            let request = try #require(recorder.travel(eastMeters: Double(trip) * 2000).first)
            recorder.answer(request, after: .seconds(7))
        }
        recorder.call(.setVisibility(widget, visible: false, session: nil))
        // The service is busy when the window of the widget ends.
        recorder.pass(.seconds(1200), late: .milliseconds(300))
        let (recorded, altered) = try Self.decisions(recorder.lines) { _ in }
        #expect(Self.moments(of: "timeline", in: recorded).count == 2)
        #expect(Self.moments(of: "windowEnded", in: recorded).count == 1)
        #expect(altered == recorded)
    }

    @Test("answers an additional reload as the provider last did, after the same delay")
    func habits() throws {
        var (recorder, _) = try Self.recorder()
        let request = try #require(recorder.travel(eastMeters: 2000).first)
        let asked = request.deadline.advanced(by: .zero - recorder.engine.settings.timelineDeadline)
        let due = asked.advanced(by: .seconds(4 * 3600))
        recorder.answer(request, after: .seconds(7), with: .entries(at: [asked], policy: .after(due)))
        #expect(recorder.travel(eastMeters: 2400, fixes: 15) == [])
        recorder.pass(.seconds(60))
        let (recorded, altered) = try Self.decisions(recorder.lines) {
            $0.significantChange.distanceMeters = 300
        }
        #expect(Self.moments(of: "reload", in: recorded).count == 1)
        let answer = try #require(recorded.last { $0.name == "timeline" })
        let reload = try #require(Self.moments(of: "reload", in: altered).dropFirst().first)
        let timeline = try #require(altered.last { $0.name == "timeline" })
        let delay = asked.duration(to: answer.moment.utc)
        #expect(reload.duration(to: timeline.moment.instant) == delay)
        guard case .widget(.timeline(_, 1, .after(let next))) = timeline.decision else {
            Issue.record("\(timeline.decision)")
            return
        }
        // It was due four hours after the request then, and is due four hours after the request now.
        #expect(timeline.moment.utc.duration(to: next) == .seconds(4 * 3600) - delay)
    }

    @Test("fails an additional reload if the provider last failed, and asks again as often as is due")
    func failures() throws {
        var (recorder, _) = try Self.recorder()
        let request = try #require(recorder.travel(eastMeters: 2000).first)
        recorder.pass(.seconds(2))
        recorder.fail(request)
        recorder.pass(.seconds(45))
        let (recorded, altered) = try Self.decisions(recorder.lines) {
            $0.retryAfter = .seconds(10)
            // Else it would wait for a fix.
            $0.fixLifetime = .seconds(3600)
        }
        let failures = Self.moments(of: "timelineFailed", in: altered)
        #expect(Self.moments(of: "timelineFailed", in: recorded).count == 1)
        // It asks again after 10 s and 20 s, and the provider takes as long as it took.
        let asked = request.deadline.advanced(by: .zero - recorder.engine.settings.timelineDeadline)
        let failure = try #require(recorded.last { $0.name == "timelineFailed" }).moment
        let delay = asked.duration(to: failure.utc)
        let second = failure.instant.advanced(by: .seconds(10) + delay)
        #expect(failures == [failure.instant, second, second.advanced(by: .seconds(20) + delay)])
    }

    @Test("keeps the other settings when the owner changes some")
    func settings() throws {
        var (recorder, widget) = try Self.recorder()
        var changed = recorder.engine.settings
        changed.inUseWindow = .seconds(100)
        recorder.send(.settingsChanged(changed))
        recorder.call(.setVisibility(widget, visible: false, session: nil))
        recorder.pass(.seconds(200))
        let (recorded, altered) = try Self.decisions(recorder.lines) {
            $0.inUseWindow = min($0.inUseWindow, .seconds(61))
        }
        let end = try #require(Self.moments(of: "windowEnded", in: recorded).first)
        #expect(Self.moments(of: "windowEnded", in: altered) == [end.advanced(by: .seconds(61 - 100))])
    }

    @Test("decides nothing between a gap and the next start")
    func gap() throws {
        var (recorder, _) = try Self.recorder()
        _ = recorder.travel(eastMeters: 2000)
        let lines = recorder.lines.dropFirst()
        let (_, altered) = try Self.decisions([.gap(reason: "the disk was full")] + lines) {
            $0.significantChange.distanceMeters = 300
        }
        #expect(altered == [])
        let cut: [RunLine] = recorder.lines + [.gap(reason: "")] + lines + recorder.lines
        let (recorded, alteredCut) = try Self.decisions(cut) { $0.significantChange.distanceMeters = 300 }
        for decisions in [recorded, alteredCut] {
            #expect(Self.moments(of: "reload", in: decisions).count == 2)
        }
    }
}

private struct RunRecorder {
    private(set) var engine: Engine
    private(set) var now: Moment
    private(set) var lines: [RunLine]
    private var calls: UInt64 = 10_000

    /// Begins in the middle of a run, with a provider and a fix.
    init(_ engine: Engine, at now: Moment) {
        let kinds: [WidgetKind: KindDeclaration] = [.here: .init(wantsLocation: true)]
        let (session, call) = (SessionIdentifier(1), CallIdentifier(1))
        let provider = Event.opened(session, .provider(.weather, kinds: kinds), by: .owner, call: call)
        let origin = RunOrigin(nil, engine.savedState, at: now)
        let start = RunStart(of: engine, since: origin, [provider, .fix(eastMeters: 0, at: now)])
        (self.engine, self.now) = (start.engine(at: now), now)
        lines = [.start(start, at: now)]
    }

    @discardableResult
    mutating func send(_ event: Event) -> [ReloadRequest] {
        lines.append(RunLine.event(event, at: now))
        return engine.handle(event, at: now).compactMap {
            if case .tellProvider(_, .reload(let request)) = $0 { request } else { nil }
        }
    }

    /// Lets time pass; the service comes to each of its deadlines this much later.
    @discardableResult
    mutating func pass(_ duration: Duration, late: Duration = .zero) -> [ReloadRequest] {
        let end = now.advanced(by: duration)
        var requests: [ReloadRequest] = []
        while let deadline = engine.nextDeadline, deadline.advanced(by: late) < end.instant {
            now = now.advanced(by: max(.zero, now.instant.duration(to: deadline.advanced(by: late))))
            requests += send(.deadlineReached)
        }
        now = end
        return requests + send(.deadlineReached)
    }

    /// Comes out of a tunnel ten minutes later, so many metres east of home.
    mutating func travel(eastMeters: Double, fixes: Int = 5) -> [ReloadRequest] {
        var requests = pass(.seconds(600))
        for _ in 0..<fixes {
            requests += send(.fix(eastMeters: eastMeters, at: now))
            requests += pass(.seconds(1))
        }
        return requests
    }

    mutating func answer(_ request: ReloadRequest, after delay: Duration, with timeline: Timeline? = nil) {
        pass(delay)
        call(.deliverTimeline(SessionIdentifier(1), request.request, timeline ?? .entries(at: [now.utc])))
    }

    mutating func fail(_ request: ReloadRequest) {
        call(.failTimeline(SessionIdentifier(1), request.request, message: "no network"))
    }

    mutating func call(_ command: Command) {
        calls += 1
        send(.called(command, by: .owner, call: CallIdentifier(calls)))
    }
}
