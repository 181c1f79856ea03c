import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("Kinds of widgets", .ownThreads, .timeLimit(.minutes(10)))
struct PlaceableKindTests {
    private static let manifest = """
        [App]
        Identifier=org.example.app
        Name=Example
        WhenInUsePurpose=Shows where you are.
        [Extension Widgets]
        Kinds=where
        WantsLocation=yes
        [Kind where]
        Name=Where am I
        Name[de]=Wo bin ich
        Description=The name of the place.
        Families=inline small
        Configuration={"properties": {"digits": {"type": "integer", "minimum": 0, "maximum": 6, "default": 2}}}
        Placeholder={"text": "somewhere"}
        """

    @Test("of a manifest can be listed, placed and configured by the tool before their provider runs")
    func tool() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try ScriptedClient(daemon).register(Self.manifest)
        let tool = Tool(daemon)
        let listed = try await tool.json("kinds")["kinds"][0]
        #expect(listed["app"].string == "org.example.app" && listed["served"].bool == false)
        #expect(listed["configuration"]["properties"]["digits"]["maximum"].int == 6)
        let people = try await tool.succeed("kinds")
        #expect(people.contains("org.example.app  where  inline small  yes       away"))
        #expect(people.contains(#"digits: {"default":2,"maximum":6,"minimum":0,"type":"integer"}"#))

        let refused = try await tool.run("place", "org.example.app", "where", "-c", #"{"digits": 7}"#)
        #expect(refused.errors.contains("'digits' does not accept 7: give a whole number from 0 to 6"))
        let widget = try await tool.succeed("place", "org.example.app", "where", "-c", #"{"digits": 3}"#)
            .trimmingNewline
        #expect(try await tool.succeed("widgets").contains(#"{"digits":3}"#))
        let provider = try await ScriptedProvider(daemon)
        let placed = try await provider.nextReload()
        #expect(placed.family == .inline)
        #expect(placed.configuration == RawJSON(checked: #"{"digits":3}"#))
        try provider.answer(placed)
        try await tool.succeed("configure", widget, "--family", "small", "--configuration", "{}")
        let configured = try await provider.nextReload()
        #expect(configured.reason == .configurationChanged && configured.family == .small)
        #expect(configured.configuration == RawJSON(checked: #"{"digits":2}"#))
    }

    @Test("come in pages that fit into a message, to the library too")
    func library() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let description = String(repeating: "x", count: 500)
        let kinds = (0..<100).map { "k\($0)" }
        let sections = kinds.map {
            "[Kind \($0)]\nName=\($0)\nName[de]=Art \($0)\nDescription=\(description)\n"
        }
        let list = "[Extension Widgets]\nKinds=\(kinds.joined(separator: " "))\n"
        try client.register(manifestText() + list + sections.joined())
        let page = try client.call(HostInterface.ListKinds())
        #expect(page.kinds.count < 100 && page.next != nil)
        let service = WaymarkService(socketPath: daemon.socketPath)
        let all = try await service.placeableKinds(locale: "de_AT.UTF-8")
        #expect(all.map(\.kind) == kinds.sorted())
        #expect(all.first?.name == "Art k0")
        #expect(try await service.placeableKinds(of: "org.example.other").isEmpty)
    }
}
