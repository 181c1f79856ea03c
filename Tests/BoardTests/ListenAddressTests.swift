import HTTPServer
import Testing

@testable import Board

@Suite("The address of the board")
struct ListenAddressTests {
    @Test(
        "is a name or address and a port",
        arguments: [
            ("127.0.0.1:8137", "127.0.0.1", true), ("localhost:80", "localhost", true),
            ("[::1]:1", "::1", true),
            ("192.168.1.5:8137", "192.168.1.5", false), ("Boat.local:65535", "boat.local", false),
        ]
    )
    func accepted(text: String, host: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
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
    func refused(_ text: String) { #expect(ListenAddress(text) == nil) }

    @Test("has the token in the part that a browser does not send")
    func url() {
        #expect(ListenAddress(host: "::1", port: 9).url(token: "abc") == "http://[::1]:9/#abc")
        #expect(ListenAddress.default.url() == "http://127.0.0.1:8137/")
    }

    @Test("may be called by the names of this machine only")
    func authorities() {
        #expect(
            ListenAddress.default.authorities == ["127.0.0.1:8137", "localhost:8137", "[::1]:8137"]
        )
        #expect(ListenAddress(host: "boat.local", port: 80).authorities == ["boat.local:80", "boat.local"])
    }
}

@Suite("A request of a browser")
struct AdmissionTests {
    private let admission = Admission(to: .default, token: "secret")

    private func request(_ headers: [String: String]) -> HTTPRequest {
        HTTPRequest(method: "GET", path: "/events", headers: headers)
    }

    @Test(
        "comes from the page itself",
        arguments: [
            (["Host": "127.0.0.1:8137"], nil),
            (["Host": "LOCALHOST:8137", "Origin": "http://localhost:8137"], nil),
            ([:], 421), (["Host": "127.0.0.1"], 421), (["Host": "127.0.0.1:81370"], 421),
            (["Host": "127.0.0.1.evil.example:8137"], 421),
            (["Host": "127.0.0.1:8137", "Origin": "https://127.0.0.1:8137"], 403),
            (["Host": "127.0.0.1:8137", "Origin": "http://127.0.0.1:8138"], 403),
            (["Host": "127.0.0.1:8137", "Origin": "null"], 403),
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
}
