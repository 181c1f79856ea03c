import LocationModel
import TestSupport
import WaymarkEngine

/// How a receiver is used by a rule for closing it, and what that costs in changes told late.
struct PowerScore {
    var changes = DetectorScore()
    var fixes = 0
    var onSeconds = 0.0

    var fixesPerHour: Double { Double(fixes) / max(changes.hours, 0.001) }
    var onSecondsPerHour: Double { onSeconds / max(changes.hours, 0.001) }

    mutating func add(_ track: [TrackPoint], _ reference: ReferenceTrack, _ use: PowerUse) {
        changes.add(track, reference, events: use.events)
        fixes += use.fixes
        onSeconds += use.onSeconds
    }
}

struct PowerUse {
    var events: [Int] = []
    var fixes = 0
    var onSeconds = 0.0
}

/// A rule for closing a receiver while only significant changes are wanted.
struct PowerRule: Sendable {
    let name: String
    let use: @Sendable ([TrackPoint]) -> PowerUse

    static func fixedPeriod(_ seconds: Double) -> PowerRule {
        PowerRule(name: "every \(Int(seconds)) s") { track in
            var polled: [Int] = []
            for (index, point) in track.enumerated()
            where polled.last.map({ point.seconds - track[$0].seconds >= seconds }) ?? true {
                polled.append(index)
            }
            // No doubt at all: what a doubt would cost is not to be held against the period.
            let events = Detector.raw(meters: 500, seconds: 300).events(polled.map { track[$0] })
            return PowerUse(events: events.map { polled[$0] }, fixes: polled.count)
        }
    }

    /// The engine, with a widget out of view whose app may always know, and a receiver that takes `startSeconds` from
    /// being opened to its first fix.
    static func engine(startSeconds: Double) -> PowerRule {
        PowerRule(name: "Waymark, \(Int(startSeconds)) s to the first fix") { track in
            PoweredRun(startSeconds: startSeconds).play(track)
        }
    }
}

/// Plays one track to an engine that opens and closes the receiver.
private struct PoweredRun {
    private var scenario = Scenario()
    private let startSeconds: Double
    private var openedAt = 0.0
    private var requests: [ReloadRequest] = []
    private var use = PowerUse()

    init(startSeconds: Double) {
        self.startSeconds = startSeconds
        _ = scenario.connectProvider()
        do {
            try scenario.authorize(.authorizedAlways)
            _ = try scenario.place()
        } catch { preconditionFailure("the scene is set: \(error)") }
    }

    consuming func play(_ track: [TrackPoint]) -> PowerUse {
        let start = scenario.now
        for (index, point) in track.enumerated() {
            let now = start.advanced(by: .seconds(point.seconds))
            // While it sleeps nothing happens until its deadline.
            let isDue = scenario.engine.nextDeadline.map { $0 <= now.instant } ?? false
            guard scenario.engine.receiversAreOn || isDue else { continue }
            if now.instant > scenario.now.instant {
                scenario.advance(by: scenario.now.instant.duration(to: now.instant))
            }
            note(from: start, index)
            guard scenario.engine.receiversAreOn, point.seconds >= openedAt + startSeconds else { continue }
            use.fixes += 1
            let report = ReceiverReport.epoch(.fix(point.fix), observedAt: scenario.now.instant)
            scenario.send(.receiverReported(ReceiverIdentifier(0), report))
            note(from: start, index)
        }
        if scenario.engine.receiversAreOn { use.onSeconds += (track.last?.seconds ?? 0) - openedAt }
        return use
    }

    private mutating func note(from start: Moment, _ index: Int) {
        for outcome in scenario.simulation.outcomes {
            let seconds = start.instant.duration(to: outcome.moment.instant).inSeconds
            switch outcome.effect {
            case .startReceivers: openedAt = seconds
            case .stopReceivers: use.onSeconds += seconds - openedAt
            case .record(let entry):
                if case .position(.significantChange) = entry.decision { use.events.append(index) }
            case .tellProvider(_, .reload(let request)): requests.append(request)
            default: break
            }
        }
        scenario.forget()
        for request in requests { try? scenario.answer(request) }
        requests = []
    }
}
