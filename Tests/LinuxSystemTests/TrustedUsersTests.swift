import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("The kernel's table of sockets")
struct SocketTableTests {
    private let heading =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

    private func rows(_ lines: String, at port: UInt16) -> [SocketTableRow] {
        SocketTableRow.rows(Array((heading + lines).utf8), at: port)
    }

    @Test("tells the ends of a connection over IPv6, and over IPv4 through a socket for IPv6")
    func sixteenBytes() throws {
        let rows = rows(
            """
               0: 00000000000000000000000001000000:0B83 00000000000000000000000001000000:80C6 01 00000000:00000000 00:00000000 00000000 65534        0 5 1 0 20
               1: 0000000000000000FFFF00000100007F:0B83 0000000000000000FFFF00000100007F:80C7 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20

            """,
            at: 2947
        )
        #expect(rows.map { "\($0.local)" } == ["[::1]:2947", "127.0.0.1:2947"])
        #expect(rows.map(\.inode) == [5, 0] && rows.first?.local.address == SocketAddress("::1"))
        #expect(rows.last?.local.address == SocketAddress("127.0.0.1"))
    }

    @Test(
        "has no row for lines of another form",
        arguments: ["", "x", ":0B83 ", "0: 0100007F:0B83 1 2", "0: 0100:0B83 0:0"]
    )
    func others(line: String) { #expect(rows(line + "\n", at: 2947).isEmpty) }
}

@Suite("The users who are trusted with the location", .ownThreads, .timeLimit(.minutes(5)))
struct TrustedUsersTests {
    @Test("are root, the service's own, and those that are named; one who does not exist is nobody")
    func who() throws {
        let own = TrustedUsers()
        #expect(TrustedUsers(and: ["root", "0", "no-such-user"]) == own)
        #expect(TrustedUsers(and: ["4242"]) == TrustedUsers(users: [0, geteuid(), 4242]))
    }

    @Test("are looked up for a server once it has accepted the connection: before, the kernel shows root")
    func server() throws {
        let listener = try LoopbackListener()
        let connection = FileDescriptor(owning: try listener.connectingSocket())
        let (nobody, own) = (TrustedUsers(users: []), TrustedUsers())
        let early = own.objection(toServerOf: connection.rawValue, patience: .zero)
        #expect(early?.contains("does not accept the connection") == true, "\(early ?? "")")
        let peer = try listener.accepted()
        #expect(own.objection(toServerOf: connection.rawValue) == nil)
        let objection = nobody.objection(toServerOf: connection.rawValue)
        #expect(objection?.contains("belongs to \(UserDatabase.name(of: geteuid())), ") == true)
        // Another test that is just starting a program may hold a copy of the descriptor.
        shutdown(peer.rawValue, CInt(SHUT_RDWR))
        // Whose a closed connection was is not asked: some kernels show root.
        #expect(own.objection(toServerOf: connection.rawValue) != nil)
    }

    @Test("are not asked about an address of another machine")
    func elsewhere() throws {
        let sender = SocketEndpoint(address: try #require(SocketAddress("192.0.2.7")), port: 10110)
        #expect(TrustedUsers(users: []).objection(toSender: sender) == nil)
    }
}
