import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("An error that the service answers with")
struct RefusalTests {
    private static let errors: [(String, String, ServiceRefusal, String)] = [
        (
            "io.waymark.Host.UnknownWidget", #"{"widget":"w7"}"#, .unknownWidget(widget: "w7"),
            "there is no widget 'w7'; 'waymarkctl widgets' lists the existing ones"
        ),
        (
            "io.waymark.Widgets.UnknownWidget", #"{"widget":"w7","later":1}"#, .unknownWidget(widget: "w7"),
            "there is no widget 'w7'; 'waymarkctl widgets' lists the existing ones"
        ),
        (
            "io.waymark.Location.QuotaExceeded", #"{"quota":"requests","limit":64}"#,
            .quotaExceeded(quota: .requests, limit: 64, reason: nil), "too many requests"
        ),
        (
            "io.waymark.Location.QuotaExceeded", #"{"quota":"requests","limit":64,"reason":"wait"}"#,
            .quotaExceeded(quota: .requests, limit: 64, reason: "wait"), "wait"
        ),
        (
            "io.waymark.Host.UnsupportedFamily", #"{"family":"inline","families":["small","medium"]}"#,
            .unsupportedFamily(family: .inline, families: [.small, .medium]),
            "the kind has no layout for the family 'inline', only for small, medium"
        ),
        (
            "org.varlink.service.MethodNotFound", #"{"method":"io.waymark.Host.New"}"#,
            .methodNotFound(method: "io.waymark.Host.New"),
            "the service does not know io.waymark.Host.New: it is older than this program; upgrade it, or restart it "
                + "after an upgrade"
        ),
    ]

    @Test("reads as what it is in any interface, with a message for a person", arguments: errors)
    func known(name: String, members: String, refusal: ServiceRefusal, message: String) {
        let read = ServiceRefusal(name, Array(members.utf8))
        #expect(read == refusal && read.description == message)
    }

    @Test(
        "is written as what it is, with the full name that it has in the called interface",
        arguments: errors
    )
    func written(name: String, members: String, refusal: ServiceRefusal, message: String) throws {
        let interface = name.split(separator: ".").dropLast().joined(separator: ".")
        let reply = try ReceivedReply(parsing: refusal.reply(in: interface).message.dropLast())
        #expect(reply.outcome == .failure(name))
        #expect(ServiceRefusal(name, reply.parameters.bytes) == refusal)
        let called = ServiceRefusal.permissionDenied.reply(in: interface)
        #expect(called == .failure("org.varlink.service.PermissionDenied"))
    }

    @Test(
        "is told as it came where it is of a later version, of another service, or not as declared",
        arguments: [
            ("io.waymark.Host.Later", "{}", "the service answered io.waymark.Host.Later"),
            (
                "org.example.UnknownWidget", #"{"widget":"w7"}"#,
                #"the service answered org.example.UnknownWidget {"widget":"w7"}"#
            ),
            ("io.waymark.Host.UnknownWidget", "{}", "the service answered io.waymark.Host.UnknownWidget"),
        ]
    )
    func other(name: String, members: String, message: String) {
        let read = ServiceRefusal(name, Array(members.utf8))
        #expect(read == .other(name: name, evidence: members) && read.description == message)
    }

    @Test("has no control characters of the service in its message")
    func harmless() {
        let read = ServiceRefusal("io.waymark.Host.UnknownWidget", Array(#"{"widget":"\u001b[2J"}"#.utf8))
        #expect(!read.description.unicodeScalars.contains { $0.value < 0x20 })
    }
}
