import Testing
import UserInput

@testable import Board
@testable import HTTP

@Suite("The address of the board")
struct ListenAddressTests {
    @Test(
        "is a name or address and a port",
        arguments: [
            ("127.0.0.1:8137", "localhost", true), ("localhost:80", "localhost", true),
            ("[::1]:1", "localhost", true),
            ("192.168.1.5:8137", "192.168.1.5", false), ("Boat.local:65535", "boat.local", false),
        ]
    )
    func accepted(text: String, host: String, isLoopback: Bool) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", ":", "8137", "host", "host:", ":8137", "host:65536", "::1:8137", "[host]:1", "0.0.0.0:1",
            "[::]:1", "*:1",
        ]
    )
    func refused(_ text: String) { #expect(throws: OptionError.self) { try ListenAddress(text) } }
}

@Suite("The address of the page")
struct PageAddressTests {
    @Test("has a name of its own on this machine, and the code in the part that a browser does not send")
    func url() {
        let own = PageAddress(servedAt: "localhost", port: 8137, name: "abc")
        #expect(own.url() == "http://abc.localhost:8137/")
        #expect(own.url(code: "1f") == "http://abc.localhost:8137/#1f")
        #expect(PageAddress(servedAt: "fd00::1", port: 9, name: "abc").url() == "http://[fd00::1]:9/")
    }

    @Test("may be called by this name only")
    func authorities() {
        let own = PageAddress(servedAt: "localhost", port: 8137, name: "abc")
        #expect(own.authorities == ["abc.localhost:8137"])
        #expect(own.plainAuthorities == ["127.0.0.1:8137", "localhost:8137", "[::1]:8137"])
        let boat = PageAddress(servedAt: "boat.local", port: 80, name: "abc")
        #expect(boat.authorities == ["boat.local:80", "boat.local"])
        #expect(boat.plainAuthorities == boat.authorities)
    }
}

@Suite("A request of a browser")
struct AdmissionTests {
    private let admission = BoardSession(
        page: PageAddress(host: "abc.localhost", port: 8137),
        token: "secret",
        sockets: []
    )

    private func request(_ headers: [String: String]) -> HTTPRequest {
        HTTPRequest(method: "GET", path: "/events", headers: headers)
    }

    @Test(
        "comes from the page itself",
        arguments: [
            (["Host": "abc.localhost:8137"], nil),
            (["Host": "ABC.localhost:8137", "Origin": "http://abc.localhost:8137"], nil),
            ([:], 421), (["Host": "abc.localhost"], 421), (["Host": "abc.localhost:81370"], 421),
            (["Host": "localhost:8137"], 421), (["Host": "127.0.0.1:8137"], 421),
            (["Host": "[::1]:8137"], 421), (["Host": "x.abc.localhost:8137"], 421),
            (["Host": "abc.localhost.evil.example:8137"], 421), (["Host": "abd.localhost:8137"], 421),
            (["Host": "abc.localhost:8137", "Origin": "https://abc.localhost:8137"], 403),
            (["Host": "abc.localhost:8137", "Origin": "http://abc.localhost:8138"], 403),
            (["Host": "abc.localhost:8137", "Origin": "http://localhost:8137"], 403),
            (["Host": "abc.localhost:8137", "Origin": "null"], 403),
        ] as [([String: String], Int?)]
    )
    func origin(headers: [String: String], status: Int?) {
        #expect(admission.refusalOfOrigin(request(headers))?.status == status)
    }

    @Test(
        "has the token",
        arguments: [
            ("Bearer secret", nil), ("", 401), ("secret", 401), ("Bearer ", 401), ("Bearer secre", 401),
            ("Bearer secret ", 401), ("bearer secret", 401),
        ] as [(String, Int?)]
    )
    func token(value: String, status: Int?) {
        #expect(admission.refusalOfToken(request(["Authorization": value]))?.status == status)
    }

    @Test("for figures may have the usual names of the machine, if no page makes it")
    func figures() {
        var request = HTTPRequest(method: "GET", path: "/metrics", headers: ["Host": "127.0.0.1:8137"])
        #expect(admission.refusalOfOrigin(request) == nil)
        request.headers["Origin"] = "http://127.0.0.1:8137"
        #expect(admission.refusalOfOrigin(request)?.status == 421)
    }
}
