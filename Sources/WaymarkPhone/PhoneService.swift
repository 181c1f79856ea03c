import CommandLineTool
import Glibc
import HTTP
import LinuxSystem
import LocationModel
import OwnTracks
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The program's loop: it receives the requests of phones, and sends the positions that count to the service.
final class PhoneService {
    /// The header by which OwnTracks names its user.
    private static let userHeader = "X-Limit-U"

    private let log: Log
    private let file: PhoneFile
    private let configuration: PhoneConfiguration
    private let signals: Signals
    private let poller: Poller
    private let signalToken: Poller.Token
    private let server: HTTPServer
    private let link: PhoneLink

    /// The search for other senders, if the owner wants one.
    private let senders: NetworkSenders?

    /// Reports that phones were paired or removed.
    private let fileWatch: PathWatch

    init(_ configuration: PhoneConfiguration, _ file: PhoneFile, socket: String, _ log: Log) throws {
        guard let address = configuration.address else { throw OwnersProblem("no address is configured") }
        (self.configuration, self.file, self.log) = (configuration, file, log)
        signals = try Signals([SIGINT, SIGTERM])
        poller = try Poller()
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        let listener: TCPListener
        do {
            listener = try TCPListener(host: address.host, port: address.port)
        } catch { throw Failure.refused("cannot listen at \(address), the Address= of [Listen]: \(error)") }
        server = try HTTPServer(listener, headers: [Self.userHeader])
        _ = try poller.watch(server.descriptor, for: .readable)
        fileWatch = try PathWatch(file.path)
        _ = try poller.watch(fileWatch.descriptor.rawValue, for: .readable)
        link = PhoneLink(configuration.feed, to: socket, poller) { log.warning($0) }
        senders = try configuration.senders.map { [poller] feed in
            try NetworkSenders(into: feed, of: socket, poller, log)
        }
        try readPhones()
        log.notice(
            "takes positions of phones at \(address) for feed://\(configuration.feed) of Waymark at \(socket)"
        )
    }

    /// Runs until a signal ends it.
    func run() throws {
        link.open()
        while true {
            if fileWatch.readEvents() { try readPhones() }
            try senders?.advance()
            // A client that keeps it busy must not keep it from its signals.
            var steps = 0
            while steps < 256, let event = server.next() {
                steps += 1
                if case .request(let exchange, let request) = event { answer(request, exchange) }
            }
            link.process()
            let deadlines = [
                link.deadline, senders?.deadline, server.nextDeadline, steps == 256 ? .now : nil,
            ]
            let woken = try poller.wait(until: deadlines.compactMap(\.self).min())
            if woken.contains(where: { $0.token == signalToken }) { return }
        }
    }

    private func readPhones() throws {
        let phones = try file.read().map { phone in
            var phone = phone
            phone.isCarried = configuration.carried.contains(phone.name)
            phone.mayBePlain = configuration.plain.contains(phone.name)
            return phone
        }
        link.handle(.paired(phones))
    }

    private func answer(_ request: HTTPRequest, _ exchange: HTTPServer.Exchange) {
        func answer(_ status: Int) {
            // OwnTracks expects a list of messages for it.
            let headers = ["Content-Type", "application/json"]
            server.answer(exchange, HTTPResponse(status: status, headers: headers, body: Array("[]".utf8)))
        }
        guard request.method == "POST" else { return answer(405) }
        guard ["/", "/pub"].contains(request.path) else { return answer(404) }
        guard let body = request.body else { return answer(413) }
        guard let ends = server.socket(of: exchange).flatMap({ ConnectionEnds(of: $0) }) else { return }
        let (user, sender) = (request.headers[Self.userHeader], ends.peer.address)
        link.handle(.received(body, user: user, from: "\(sender)", isNear: sender.isNear), answer)
    }
}
