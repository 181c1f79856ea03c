import LinuxSystem
package import LocationModel
import NMEA

/// A live receiver: a gpsd, or NMEA 0183 on a serial port, a connection, datagrams or a local socket.
///
/// If opening fails or the source ends, it retries after half a second, then after twice as long each time, up to 30 s.
/// If a file is missing or inaccessible, it waits without wakeups until something changes at its path.
package final class LiveReceiver: Receiver {
    /// The number of reads at each call, so that a flood of data cannot block the loop.
    private static let readsPerCall = 8

    /// The time after which opening is reported as a problem, while the attempt goes on.
    private static let openingGrace: Duration = .seconds(30)

    private enum Phase {
        case off
        case opening(since: MonotonicInstant)
        case open
        case waiting(until: MonotonicInstant?)
    }

    package let name: String
    private let source: any ByteSource
    private var phase = Phase.off
    private var feed: any LiveFeed
    private var clock = UTCInstant(secondsSince1970: 0)
    private var isTuned = false
    private var lastReadAt: MonotonicInstant
    private var pause = BackOff()
    private var watch: PathWatch?
    private var unreported: [ReceiverReport] = []
    private var lastState = ReceiverState.off

    /// Creates an idle receiver, whose source need not exist yet.
    package init(name: String, source: any ByteSource) {
        self.name = name
        self.source = source
        lastReadAt = MonotonicInstant.systemEpoch
        feed = source.makeFeed(at: Moment(instant: lastReadAt, utc: clock))
    }

    package var descriptor: CInt? {
        switch phase {
        case .off: nil
        case .opening, .open: source.descriptor
        case .waiting: watch?.descriptor.rawValue
        }
    }

    package var nextDeadline: MonotonicInstant? {
        guard unreported.isEmpty else { return MonotonicInstant.systemEpoch }
        switch phase {
        case .off: return nil
        case .opening(let since): return isReportedAbsent ? nil : since + Self.openingGrace
        case .waiting(let until): return until
        case .open: return .earliest(of: feed.deadline, source.deadline, silentAt)
        }
    }

    package func start(at now: Moment) {
        guard case .off = phase else { return }
        clock = now.utc
        pause.reset()
        report(.connecting(.opening))
        open(at: now.instant)
    }

    package func stop() {
        source.close()
        watch = nil
        phase = .off
        unreported = []
        lastState = .off
    }

    package func advance(at now: Moment) -> [ReceiverReport] {
        clock = now.utc
        let now = now.instant
        do throws(SourceProblem) {
            switch phase {
            case .off: return []
            case .opening(let since):
                if try source.finishOpening() {
                    startReading(at: now)
                } else if !isReportedAbsent, now >= since + Self.openingGrace {
                    let seconds = Self.openingGrace.components.seconds
                    report(.absent(problem("no answer for \(seconds) s"), retryAt: nil))
                }
            case .waiting(let until):
                let hasChanged = watch?.readEvents() ?? false
                if hasChanged || until.map({ $0 <= now }) ?? false { open(at: now) }
            case .open: try readAvailable(at: now)
            }
        } catch {
            retryLater(because: error, at: now)
        }
        defer { unreported = [] }
        return unreported
    }

    private func open(at now: MonotonicInstant) {
        // Watch the path before the attempt, so that no change after its failure goes unnoticed.
        if watch == nil, let path = source.path { watch = try? PathWatch(path) }
        do throws(SourceProblem) {
            try source.open(at: now)
            phase = .opening(since: now)
            if try source.finishOpening() { startReading(at: now) }
        } catch {
            retryLater(because: error, at: now)
        }
    }

    private func startReading(at now: MonotonicInstant) {
        phase = .open
        watch = nil
        lastReadAt = now
        resetFeed(at: now)
        do throws(SourceProblem) { try checkTuning(at: now) } catch { retryLater(because: error, at: now) }
    }

    private func resetFeed(at now: MonotonicInstant) {
        feed = source.makeFeed(at: Moment(instant: now, utc: clock))
        isTuned = false
    }

    private func readAvailable(at now: MonotonicInstant) throws(SourceProblem) {
        var piece = [UInt8](repeating: 0, count: source.bufferSize)
        do throws(SourceProblem) {
            reading: for _ in 0..<Self.readsPerCall {
                let arrival: ReadResult
                do throws(SystemError) {
                    arrival = try source.read(into: &piece, at: now)
                } catch { throw SourceProblem(error.reason) }
                switch arrival {
                case .bytes(0): continue
                case .bytes(let count):
                    lastReadAt = now
                    if let change = source.removeSenderChange() {
                        forward(feed.finish(at: now))
                        feed = source.makeFeed(at: Moment(instant: now, utc: clock))
                        report(.acquiring(.anotherSender(change)))
                    }
                    let reports = try feed.decode(piece.span.extracting(0..<count), at: now)
                    try checkTuning(at: now)
                    forward(reports)
                case .nothing: break reading
                case .end: throw SourceProblem(source.meaningOfEnd)
                }
            }
        } catch {
            forward(feed.finish(at: now))
            throw error
        }
        forward(try feed.checkQuiet(at: now))
        if let deadline = source.deadline, now >= deadline { try checkTuning(at: now) }
        if let silentAt, now >= silentAt {
            throw SourceProblem(
                "nothing received for \((source.longestSilence ?? .zero).components.seconds) s"
            )
        }
    }

    private func checkTuning(at now: MonotonicInstant) throws(SourceProblem) {
        switch try source.checkTuning(feed.statistics, at: now) {
        case .settled:
            if feed.statistics.sentences + feed.statistics.epochs > 0 { pause.reset() }
            guard !isTuned || isReportedAbsent else { return }
            isTuned = true
            report(feed.state)
        case .searching(let state): report(state)
        case .retuned(let state):
            resetFeed(at: now)
            report(state)
        }
    }

    /// Forwards the reports of the feed once the source is tuned; before, they may be accidents of a wrong line speed.
    private func forward(_ reports: [ReceiverReport]) {
        guard isTuned else { return }
        for report in reports {
            if case .state(let state) = report { self.report(state) } else { unreported.append(report) }
        }
    }

    private func report(_ state: ReceiverState) {
        guard state != lastState else { return }
        lastState = state
        unreported.append(.state(state))
    }

    private func retryLater(because problem: SourceProblem, at now: MonotonicInstant) {
        // The watch first, so that the new descriptor cannot get the number of the old one.
        if watch == nil, let path = source.path { watch = try? PathWatch(path) }
        source.close()
        var retryAt: MonotonicInstant?
        if !problem.waitsForPath || !(watch?.isComplete ?? false) { retryAt = now + pause.next() }
        phase = .waiting(until: retryAt)
        report(.absent(self.problem(problem.reason), retryAt: retryAt))
    }

    private func problem(_ reason: String) -> ReceiverProblem {
        ReceiverProblem("\(source.subject): \(reason)")
    }

    private var isReportedAbsent: Bool {
        if case .absent = lastState { true } else { false }
    }

    private var silentAt: MonotonicInstant? { source.longestSilence.map { lastReadAt + $0 } }
}
