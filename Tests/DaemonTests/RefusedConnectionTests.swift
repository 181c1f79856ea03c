import Testing

@testable import Daemon
@testable import VarlinkSocket

@Suite("The log says of refused connections")
struct RefusedConnectionTests {
    @Test(
        "how many there were, of whom, and which limit was reached",
        arguments: [
            (.ofUser(64), "one user may have 64 (MaxConnectionsPerUser=)"),
            (.ofAll(496), "all 496 are taken (MaxConnections=)"),
            (
                .share(17, users: 8),
                "it has 17, and what is free is kept for others while 8 users are connected"
            ),
        ] as [(VarlinkServer.ConnectionLimit, String)]
    )
    func limits(_ limit: VarlinkServer.ConnectionLimit, cause: String) {
        let one = VarlinkServer.Refused(userID: 1000, limit: limit, count: 1)
        #expect(one.text == "refused 1 connection of user 1000 above the limits: \(cause)")
        let several = VarlinkServer.Refused(userID: nil, limit: limit, count: 3)
        #expect(several.text == "refused 3 connections above the limits: \(cause)")
    }

    @Test("only their number where no limit is known, as of a peer without credentials")
    func unknown() {
        let refused = VarlinkServer.Refused(userID: nil, limit: nil, count: 2)
        #expect(refused.text == "refused 2 connections above the limits")
    }
}
