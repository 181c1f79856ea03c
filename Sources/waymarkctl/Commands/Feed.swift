import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
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
            program at a time. It goes on when the service restarts, and ends with the end of its input.
            """
    ) { invocation in
        try bring(
            invocation.operands[0],
            to: invocation.service.path,
            saysDemand: invocation.line.has("verbose")
        )
    }

    static let reportMovement = Command(
        name: "moved",
        summary: "say that this machine may have moved, so that paused receivers look at once",
        operands: "[REASON]",
        details: """
            For scripts that run when the network changes, a lid closes or a motion sensor notices something. REASON is
            one word for the journal, such as motion, wifi, lid or dock. Nothing counts as moved until a receiver shows
            it. Only root may call it, the user of the service, and the user that MovementUser= in [Bridge] of the
            configuration names.
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

private func bring(_ feed: String, to path: String, saysDemand: Bool) throws {
    let waiter = try EventWaiter()
    let poller = waiter.poller
    do throws(SystemError) {
        poller.unwatch(try poller.watch(STDIN_FILENO, for: .readable))
    } catch {
        throw Failure.usage(
            "standard input must be a pipe or a device that sends NMEA 0183, as in 'gpspipe -r | waymarkctl feed "
                + "cabin'; a recording is a receiver itself: file:///PATH"
        )
    }
    func failure(_ error: ClientError) -> Failure {
        error.failure(
            ifDenied:
                "this user may not bring the feed '\(feed)': root may, the user of the service, and the one whom "
                + "the configuration names: Receiver=feed://\(feed)?user=NAME"
        )
    }
    let link = FeedLink(feed, to: path, poller)
    do throws(ClientError) { try link.connect() } catch { throw failure(error) }
    var demand = FeedDemand.away
    // An input that ends at once must not hide that the service refuses the feed.
    var readsInput = false
    repeat {
        while let new = link.next() {
            var news = "positions are not wanted"
            if case .wanted(let interval) = new {
                let every = interval.map { ", every \(spoken(seconds: $0.inSeconds))" } ?? ""
                news = "positions are wanted\(every)"
            }
            if new == .away, let error = link.failure {
                guard error.mayPass else { throw failure(error) }
                // Nothing else tells why a service that runs does not take the feed.
                let isUnanswered = if case .closedUnanswered = error { true } else { false }
                if demand != .away || isUnanswered { error.complain() }
            } else if saysDemand {
                Output.complain("waymarkctl: \(news)")
            }
            demand = new
            if !readsInput, new != .away {
                _ = try poller.watch(STDIN_FILENO, for: .readable)
                readsInput = true
            }
        }
        guard readsInput else { continue }
        // The worst text is six times as long in a message.
        guard let bytes = try readInput(atMost: 8192) else { return }
        if case .wanted = demand, !bytes.isEmpty {
            let text = String(decoding: bytes, as: UTF8.self)
            link.send { FeedInterface.SendNMEA(session: $0, text: text) }
        }
    } while try waiter.wait(until: link.deadline)
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
