import CommandLineTool
import Glibc
import LinuxSystem
import UserInput
import Waymark

extension Command {
    static let feed = Command(
        name: "feed",
        summary: "bring the positions of a receiver, as NMEA 0183 on standard input",
        operands: "FEED",
        options: [.init("verbose", letter: "v", "say on standard error when positions are wanted")],
        details: """
            Makes what another program prints the receiver that the configuration names feed://FEED:

                gpspipe -r | waymarkctl feed cabin

            Only root, the user of the service, and the user whom the configuration names for the feed may do so, one
            program at a time. What comes while nobody wants a position is read and dropped. It goes on when the service
            restarts. It ends with the end of its input, and on SIGTERM or SIGINT.
            """
    ) { invocation in
        var feed = try FeedFromInput(invocation)
        try feed.run()
    }

    static let reportMovement = Command(
        name: "moved",
        summary: "say that this machine may have moved, so that paused receivers look at once",
        operands: "[REASON]",
        details: """
            For scripts that run when the network changes, a lid closes or a motion sensor notices something. REASON is
            one word for the journal, such as motion, wifi, lid or dock.

            Nothing counts as moved until a receiver shows it. Of several calls in five minutes only the first counts.
            Only root may call it, the user of the service, and the user that MovementUser= in [Bridge] of the
            configuration names. It prints nothing.
            """
    ) { invocation in
        do throws(ClientError) {
            _ = try invocation.service.call(FeedInterface.ReportMovement(reason: invocation.operands.first))
        } catch {
            throw error.failure(
                ifDenied:
                    "this user may not say that the machine has moved: root may, the user of the service, and the "
                    + "one whom the configuration names: MovementUser= in [Bridge]"
            )
        }
    }
}

/// The text of standard input on its way to the service.
private struct FeedFromInput {
    /// The most bytes of one call: the worst text is six times as long in a message.
    private static let pieceLength = 8192

    private let feed: String
    private let saysDemand: Bool
    private let patience: Patience
    private let link: FeedLink

    private var isWanted = false

    /// Whether the service has accepted the feed once, so that its input is read.
    private var readsInput = false

    init(_ invocation: Invocation) throws {
        feed = invocation.operands[0]
        saysDemand = invocation.line.has("verbose")
        patience = try Patience()
        link = FeedLink(feed, to: invocation.service.path, patience.poller)
    }

    mutating func run() throws {
        do throws(SystemError) {
            patience.poller.unwatch(try patience.poller.watch(STDIN_FILENO, for: .readable))
        } catch {
            throw Failure.usage(
                "standard input must be a pipe or a device that sends NMEA 0183, as in 'gpspipe -r | waymarkctl feed "
                    + "cabin'; a recording is a receiver itself: file:///PATH"
            )
        }
        do throws(ClientError) { try link.connect() } catch { throw failure(error) }
        repeat {
            while let step = link.next() { try take(step) }
            if readsInput { guard try sendInput() else { return } }
        } while try patience.wait(until: link.deadline)
    }

    private mutating func take(_ step: FeedLink.Step) throws {
        switch step {
        case .opened:
            // An input that ends at once must not hide that the service refuses the feed.
            guard !readsInput else { return }
            _ = try patience.poller.watch(STDIN_FILENO, for: .readable)
            readsInput = true
        case .wanted(let interval):
            isWanted = true
            let every = interval.map { ", every \(spoken(seconds: $0.inSeconds))" } ?? ""
            say("positions are wanted\(every)")
        case .unwanted:
            isWanted = false
            say("positions are not wanted")
        case .lost(let error):
            isWanted = false
            guard error.mayPass else { throw failure(error) }
            error.complain()
        case .unopened(let error): guard error.mayPass else { throw failure(error) }
        }
    }

    private func failure(_ error: ClientError) -> Failure {
        error.failure(
            ifDenied:
                "this user may not bring the feed '\(feed)': root may, the user of the service, and the one whom "
                + "the configuration names: Receiver=feed://\(feed)?user=NAME"
        )
    }

    private func say(_ text: String) {
        if saysDemand { Output.complain("waymarkctl: \(text)") }
    }

    /// Reads what has come, and sends it if it is wanted; returns whether there may be more.
    private func sendInput() throws -> Bool {
        guard let bytes = try readInput(atMost: Self.pieceLength) else { return false }
        guard isWanted, !bytes.isEmpty else { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ClientError) {
            try link.call { FeedInterface.SendNMEA(session: $0, text: text) }
        } catch {
            // The stream has ended, or will; it is opened again.
            if case .unknownSession? = error.refusal { return true }
            guard error.mayPass else { throw error }
        }
        return true
    }
}

/// Returns what has come on standard input, without waiting for more; `nil` at its end.
func readInput(atMost limit: Int) throws(SystemError) -> ArraySlice<UInt8>? {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 0) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = unsafe read(STDIN_FILENO, &buffer, limit)
    if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
    guard count >= 0 else { throw SystemError("read", on: "standard input") }
    return count == 0 ? nil : buffer[..<count]
}
