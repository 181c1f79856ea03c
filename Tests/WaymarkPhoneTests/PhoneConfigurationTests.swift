import TestSupport
import Testing
import UserInput
import Varlink

@testable import OwnTracks
@testable import WaymarkPhone

@Suite("The configuration of waymark-phone")
struct PhoneConfigurationTests {
    private func read(_ text: String) throws -> PhoneConfiguration {
        try PhoneConfiguration.parse(Array(text.utf8), path: "p.conf")
    }

    @Test("has an address, and terms of single phones")
    func everything() throws {
        let configuration = try read(
            """
            [Listen]
            Address=192.168.1.5:8140
            [Feed]
            Name=pocket ; not the default
            [Senders]
            Feed=boat
            [Phone anna]
            CarriedWithMachine=yes
            [Phone ben_2]
            AllowUnencrypted=yes
            CarriedWithMachine=no
            """
        )
        #expect(configuration.address == HostAndPort("192.168.1.5:8140"))
        #expect(configuration.senders == "boat" && configuration.feed == "pocket")
        #expect(configuration.carried == ["anna"] && configuration.plain == ["ben_2"])
    }

    @Test("has the same keys as its example file")
    func example() throws {
        let file = try Checkout.bytes(of: Checkout.root + "/systemd/waymark-phone.conf")
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map { line in
            line.starts(with: /#\w+=|#\[/) ? line.dropFirst() : line
        }
        let configuration = try read(lines.joined(separator: "\n"))
        #expect(configuration.address != nil && configuration.phoneAddress != nil)
        #expect(configuration.feed == "phone")
        #expect(configuration.carried.isEmpty && configuration.plain.isEmpty)
    }

    @Test(
        "says what is wrong, where, and what would be right",
        arguments: [
            ("", "p.conf: 'Address=' is missing in [Listen]: give the address of this machine"),
            ("[Listen]\nAddress=192.168.1.5", "p.conf:2: 'Address=' does not accept '192.168.1.5'"),
            (
                "[Listen]\nAddress=0.0.0.0:8140",
                "p.conf: 'PhoneAddress=' is missing in [Listen]: give the name"
            ),
            ("[Listen]\nPhoneAddress=0.0.0.0:8140", "p.conf:2: 'PhoneAddress=' does not accept"),
            ("[Listen]\nAdress=1.2.3.4:1", "p.conf:2: [Listen] has no key 'Adress='"),
            ("[Phone anna]\nAllowUnencrypted=perhaps", "does not accept 'perhaps': give yes or no"),
            ("[Phone a b]\nAllowUnencrypted=yes", "p.conf:1: no section is called [Phone a b]"),
            ("[Feed]\nName=a/b", "p.conf:2: 'Name=' does not accept 'a/b'"),
        ]
    )
    func mistakes(_ text: String, _ expected: String) throws {
        let error = try #require(throws: INIError.self) { try read(text) }
        #expect(error.description.contains(expected), "\(error)")
    }

    @Test(
        "has addresses of this machine and a port",
        arguments: [
            ("192.168.1.5:8140", "192.168.1.5:8140"), ("laptop.local:80", "laptop.local:80"),
            ("[fe80::1%eth0]:9", "[fe80::1%eth0]:9"), ("fd00::1:80", nil), (":80", nil), ("a:0", nil),
            ("a:65536", nil), ("a b:80", nil), ("\u{1B}a:80", nil),
        ]
    )
    func addresses(_ text: String, _ expected: String?) {
        #expect(HostAndPort(text)?.description == expected)
    }
}

@Suite("What sets a phone up")
struct SetUpTests {
    private func link(_ configuration: String) throws -> String {
        let key = try #require(PhoneKey("abcdefghijkmnpqrstuvwxyz23456789"))
        let read = try PhoneConfiguration.parse(Array(configuration.utf8), path: "p.conf")
        return SetUp(of: "anna", key, read).link
    }

    @Test("is a link that OwnTracks opens, with the mode HTTP and the key")
    func link() throws {
        let link = try link("[Listen]\nAddress=[::]:8140\nPhoneAddress=laptop.local:8140\n")
        let beginning = "owntracks:///config?inline="
        #expect(link.hasPrefix(beginning))
        let data = link.dropFirst(beginning.count).replacing("%3D", with: "=").replacing("%2B", with: "+")
            .replacing("%2F", with: "/")
        // The message's own reader of base 64.
        let message = OwnTracksMessage(Array(#"{"_type":"encrypted","data":"\#(data)"}"#.utf8))
        guard case .encrypted(let json) = message else {
            Issue.record("\(data)")
            return
        }
        let object = try JSONObject(json)
        #expect(object["_type"]?.text == "configuration")
        #expect(object["mode"].map { String(decoding: $0.bytes, as: UTF8.self) } == "3")
        #expect(object["url"]?.text == "http://laptop.local:8140/")
        #expect(object["encryptionKey"]?.text == "abcdefghijkmnpqrstuvwxyz23456789")
        #expect(object["username"]?.text == "anna")
    }

    @Test("is a code that fits on a terminal")
    func code() throws {
        let rows = SetUp.code(for: try link("[Listen]\nAddress=192.168.100.105:8140\n"))
        let width = try #require(rows.first).unicodeScalars.count { "█▀▄ ".unicodeScalars.contains($0) }
        #expect(width <= 80 && rows.count == (width + 1) / 2)
    }
}
