import LinuxSystem
package import LocationModel
import NMEA

/// A receiver that sends NMEA 0183 as it comes: through a serial port, a connection, datagrams or a local socket.
///
/// What cannot be opened, or ends, is tried again after half a second, then after twice as long each time, up to 30 s;
/// where it is a file that is missing or barred, when something happens there, without waking up before.
package final class LiveReceiver: Receiver {
    /// Pieces read at a call, so that a flood cannot keep the loop from everything else.
    private static let readsPerCall = 4

    /// After this, being opened for so long is told as a problem; it goes on all the same.
    private static let usualOpening: Duration = .seconds(30)

    private enum Phase {
        case off
        case opening(since: MonotonicInstant)
        case open
        case waiting(until: MonotonicInstant?)
    }

    package let name: String
    private let source: any ByteSource
    private var phase = Phase.off
    private var feed = SentenceFeed(clock: UTCInstant(secondsSince1970: 0))
    private var clock = UTCInstant(secondsSince1970: 0)
    private var isTuned = false
    private var heardAt: MonotonicInstant
    private var pause = BackOff()
    private var watch: PathWatch?
    private var buffer: [UInt8]
    private var unreported: [ReceiverReport] = []
    private var lastState = ReceiverState.off

    init(name: String, source: any ByteSource) {
        self.name = name
        self.source = source
        buffer = []
        heardAt = MonotonicInstant.systemEpoch
    }

    /// Creates an idle receiver at a serial port.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - serialDevice: The path of the device; it need not be there.
    ///   - speed: In bits per second; `nil` to find it out.
    package convenience init(name: String, serialDevice: String, speed: Int?) {
        self.init(name: name, source: SerialSource(device: serialDevice, speed: speed))
    }

    /// Creates an idle receiver at a server on the network, by name or address.
    package convenience init(name: String, host: String, port: UInt16) {
        self.init(name: name, source: TCPSource(host: host, port: port))
    }

    /// Creates an idle receiver of the datagrams to an address of this machine or of a group, or to all.
    package convenience init(name: String, datagramsTo address: String?, port: UInt16) {
        self.init(name: name, source: UDPSource(address: address, port: port))
    }

    /// Creates an idle receiver at a local socket; it need not be there.
    package convenience init(name: String, socketPath: String) {
        self.init(name: name, source: UnixSource(path: socketPath))
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
        case .opening(let since): return isSaidToBeAbsent ? nil : since + Self.usualOpening
        case .waiting(let until): return until
        case .open: return [feed.deadline, source.deadline, silentAt].compactMap(\.self).min()
        }
    }

    package func start(at now: Moment) {
        guard case .off = phase else { return }
        clock = now.utc
        buffer = [UInt8](repeating: 0, count: source.bufferSize)
        pause.reset()
        report(.connecting(.opening))
        open(at: now.instant)
    }

    package func stop() {
        source.close()
        watch = nil
        phase = .off
        buffer = []
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
                    begin(at: now)
                } else if !isSaidToBeAbsent, now >= since + Self.usualOpening {
                    let patience = Self.usualOpening.components.seconds
                    report(.absent(problem("no answer for \(patience) s"), retryAt: nil))
                }
            case .waiting(let until):
                let hasChanged = watch?.takeEvents() ?? false
                if hasChanged || until.map({ $0 <= now }) ?? false { open(at: now) }
            case .open: try takeIn(at: now)
            }
        } catch {
            retryLater(because: error, at: now)
        }
        defer { unreported = [] }
        return unreported
    }

    private func open(at now: MonotonicInstant) {
        // Before the attempt: what happens after its failure must not go unseen.
        if watch == nil, let path = source.path { watch = try? PathWatch(path) }
        do throws(SourceProblem) {
            if try source.open(at: now) { begin(at: now) } else { phase = .opening(since: now) }
        } catch {
            retryLater(because: error, at: now)
        }
    }

    private func begin(at now: MonotonicInstant) {
        phase = .open
        watch = nil
        heardAt = now
        restart()
        do throws(SourceProblem) { try tune(at: now) } catch { retryLater(because: error, at: now) }
    }

    private func restart() {
        feed = SentenceFeed(clock: clock)
        isTuned = false
    }

    private func takeIn(at now: MonotonicInstant) throws(SourceProblem) {
        // Taken out, so that it can be read from while it is this object's turn to change.
        var piece = buffer
        buffer = []
        defer { buffer = piece }
        do throws(SourceProblem) {
            reading: for _ in 0..<Self.readsPerCall {
                switch try source.read(into: &piece, at: now) {
                case .bytes(0): continue
                case .bytes(let count):
                    heardAt = now
                    let found = feed.take(piece.span.extracting(0..<count), at: now)
                    try tune(at: now)
                    pass(found)
                case .nothing, .end: break reading
                }
            }
        } catch {
            pass(feed.finish())
            throw error
        }
        pass(feed.settle(at: now))
        if let deadline = source.deadline, now >= deadline { try tune(at: now) }
        if let silentAt, now >= silentAt {
            throw SourceProblem("nothing heard for \((source.longestSilence ?? .zero).components.seconds) s")
        }
    }

    /// Asks the source whether it is listened to in the right way, and says so.
    private func tune(at now: MonotonicInstant) throws(SourceProblem) {
        switch try source.judge(feed.statistics, at: now) {
        case .right:
            if feed.statistics.sentences > 0 { pause.reset() }
            guard !isTuned || isSaidToBeAbsent else { return }
            isTuned = true
            report(feed.state)
        case .searching(let state): report(state)
        case .changed(let state):
            restart()
            report(state)
        }
    }

    /// Hands on what the feed says, if that is not the chance product of a wrong speed.
    private func pass(_ reports: [ReceiverReport]) {
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
        // In this order, lest the new descriptor get the number of the old one.
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

    private var isSaidToBeAbsent: Bool {
        if case .absent = lastState { true } else { false }
    }

    private var silentAt: MonotonicInstant? { source.longestSilence.map { heardAt + $0 } }
}
