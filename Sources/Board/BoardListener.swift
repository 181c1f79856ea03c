import Glibc
import LinuxSystem
import SystemdService

enum BoardListener {
    /// The port that a user's board has if no other program has it.
    private static let firstPort: UInt16 = 8137

    /// The name under which the service manager keeps sockets that the board has opened itself.
    private static let storedName = "board"

    /// Takes the sockets that the service manager passed, or opens some.
    static func open(_ address: ListenAddress, _ log: Log) throws -> TCPListener {
        let all = try PassedDescriptor.claimAll()
        // A second board would take the session's files from the first, which '--open' then would not find.
        if all.isEmpty, address.port == nil, (try? BoardSession.running) != nil {
            throw BoardError(
                "the board runs in this session already, or waymark-board.socket holds its port: "
                    + "waymark-board --open makes a file that opens it"
            )
        }
        let passed = all.filter { descriptor in
            if TCPListener.isListener(descriptor.number, at: address.host, port: address.port) { return true }
            // The settings have changed since it was opened.
            if descriptor.name == storedName { ServiceManager.removeStored(named: storedName) }
            close(descriptor.number)
            return false
        }
        let stored = passed.filter { $0.name == storedName }
        let sockets = (stored.isEmpty ? passed : stored).map(\.number)
        let listener: TCPListener
        do {
            listener =
                if sockets.isEmpty, address.port == nil {
                    try openOwnPort(log)
                } else {
                    try TCPListener(host: address.host, port: address.port ?? 0, with: sockets)
                }
        } catch let error as NetworkError {
            let place = address.host + (address.port.map { ":\($0)" } ?? "")
            throw BoardError(
                "cannot serve \(place): \(error); choose another with --listen, or end the program that is there"
            )
        }
        if passed.isEmpty {
            for socket in listener.descriptors { ServiceManager.store(socket, named: storedName) }
        }
        return listener
    }

    /// Opens the port that the user's board had before, or else one that it keeps from now on.
    private static func openOwnPort(_ log: Log) throws -> TCPListener {
        let text = KeptFile.port.contents(atMost: 64).map { String(decoding: $0, as: UTF8.self) }
        let kept = text.flatMap { UInt16($0.prefix { $0 != "\n" }) }
        // Below the ports that the kernel gives to clients.
        let others = (0..<16).map { _ in UInt16.random(in: 10_000..<32_768) }
        var problem = NetworkError.system(SystemError("bind", code: EADDRINUSE))
        for port in [kept ?? firstPort] + others {
            do throws(NetworkError) {
                let listener = try TCPListener(host: "localhost", port: port)
                guard port != kept else { return listener }
                do throws(SystemError) {
                    try KeptFile.port.save(Array("\(port)\n".utf8))
                } catch { log.warning("cannot keep the port \(port) for the next start: \(error)") }
                return listener
            } catch {
                problem = error
                guard case .system(let reason) = error, reason.code == EADDRINUSE else { break }
                // A second board of the same user would only hide the first.
                let users = SocketTableRow.listeners(at: port).map(\.user)
                if port == kept, users.contains(ProcessIdentity.effectiveUserID) { break }
            }
        }
        throw problem
    }
}

struct BoardError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let notRunning =
        BoardError("the board does not run in this session: systemctl --user start waymark-board.service")
}
