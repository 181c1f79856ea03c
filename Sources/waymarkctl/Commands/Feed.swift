import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

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
    ) { (invocation) throws(Failure) in
        let says = invocation.line.has("verbose")
        var feed = try FeedFromInput(named: invocation.operands[0], says: says, invocation.service)
        try feed.run()
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

    init(named feed: String, says: Bool, _ service: Service) throws(Failure) {
        self.feed = feed
        saysDemand = says
        patience = try Patience()
        link = FeedLink(feed, to: service.path, patience.poller)
    }

    mutating func run() throws(Failure) {
        do throws(SystemError) {
            patience.poller.unwatch(try patience.poller.watch(STDIN_FILENO, for: .readable))
        } catch {
            throw .usage(
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

    private mutating func take(_ step: FeedLink.Step) throws(Failure) {
        switch step {
        case .opened:
            // An input that ends at once must not hide that the service refuses the feed.
            guard !readsInput else { return }
            do throws(SystemError) {
                _ = try patience.poller.watch(STDIN_FILENO, for: .readable)
            } catch { throw Failure(error) }
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
            Failure(error).complain()
        case .unopened(let error): guard error.mayPass else { throw failure(error) }
        }
    }

    private func failure(_ error: ClientError) -> Failure {
        guard case .permissionDenied? = error.refusal else { return Failure(error) }
        return .refused(
            "this user may not bring the feed '\(feed)': root may, the user of the service, and the one whom the "
                + "configuration names: Receiver=feed://\(feed)?user=NAME"
        )
    }

    private func say(_ text: String) {
        if saysDemand { Output.complain("waymarkctl: \(text)") }
    }

    /// Reads what has come, and sends it if it is wanted; returns whether there may be more.
    private mutating func sendInput() throws(Failure) -> Bool {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&request, 1, 0) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
        let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            if count < 0, [EINTR, EAGAIN].contains(errno) { return true }
            if count < 0 { throw Failure(SystemError("read")) }
            return false
        }
        guard isWanted else { return true }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        do throws(ClientError) {
            try link.call { FeedInterface.SendNMEA(session: $0, text: text) }
        } catch {
            // The stream has ended, or will; it is opened again.
            if case .unknownSession? = error.refusal { return true }
            guard error.mayPass else { throw Failure(error) }
        }
        return true
    }
}
