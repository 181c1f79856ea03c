import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A port that is served")
struct NetworkServingTests {
    @Test("is refused with the system's reason if another process listens on it")
    func taken() throws {
        let listener = try TCPListener(host: "127.0.0.1", port: 0)
        let error = #expect(throws: NetworkError.self) {
            _ = try TCPListener(host: "127.0.0.1", port: listener.port)
        }
        #expect(error?.description == "Address already in use")
    }

    @Test("listens at all addresses of a name or at none", arguments: ["127.0.0.1", "::1"])
    func all(taken: String) throws {
        let other = try TCPListener(host: taken, port: 0)
        #expect(throws: NetworkError.self) { _ = try TCPListener(host: "localhost", port: other.port) }
        let remaining = taken == "::1" ? "127.0.0.1" : "::1"
        _ = try TCPListener(host: remaining, port: other.port)
        let whole = try TCPListener(host: "localhost", port: 0)
        for host in ["127.0.0.1", "::1"] { _ = try TCPStream(connectingTo: host, port: whole.port) }
    }

    @Test("tells who listens, and who is at the other end of a connection", arguments: ["127.0.0.1", "::1"])
    func peers(host: String) async throws {
        let listener = try TCPListener(host: host, port: 0)
        var client: TCPStream? = try TCPStream(connectingTo: host, port: listener.port)
        guard let accepted = listener.accept() else { return #expect(Bool(false), "no connection") }
        let users = ConnectionUsers()
        let own = SocketTableRow.listeners(at: listener.port)
        #expect(Set(own.map(\.inode)) == listener.inodes)
        #expect(own.map(\.user) == [geteuid()])
        #expect(users.peerUser(of: accepted.rawValue) == geteuid())
        if let client { #expect(users.peerUser(of: client.descriptor.rawValue) == geteuid()) }
        // What is closed has no user. The kernel shows 0, who would be root.
        client = nil
        // A process that another test is just starting may briefly hold a copy of the descriptor.
        try await waiting(until: "the end") { ConnectionUsers().peerUser(of: accepted.rawValue) == nil }
    }
}
