import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("Kinds of widgets", .ownThreads, .timeLimit(.minutes(10)))
struct PlaceableKindTests {
    static let manifest = """
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
        #expect(listed["app"].string == "org.example.app")
        #expect(listed["appName"].string == "Example")
        #expect(listed["families"].array.compactMap(\.string) == ["inline", "small"])
        #expect(listed["configuration"]["properties"]["digits"]["maximum"].int == 6)
        #expect(listed["served"].bool == false)
        let people = try await tool.succeed("kinds")
        #expect(people.contains("org.example.app  where  inline small  yes       away"))
        #expect(people.contains("Where am I: The name of the place."))
        #expect(people.contains(#"digits: {"default":2,"maximum":6,"minimum":0,"type":"integer"}"#))

        let refused = try await tool.run("place", "org.example.app", "where", "-c", #"{"digits": 7}"#)
        #expect(refused.errors.contains("'digits' does not accept 7: give a whole number from 0 to 6"))
        let widget = try await tool.succeed("place", "org.example.app", "where", "-c", #"{"digits": 3}"#)
            .trimmingNewline
        #expect(try await tool.widget(widget)["family"].string == "inline")
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
        try await daemon.restart()
        #expect(try await tool.widget(widget)["family"].string == "small")
    }

    @Test("refuse families and configurations by name")
    func refused() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        try client.register(Self.manifest)
        func failure(_ family: WidgetFamily?, _ configuration: String?) throws -> (
            name: String, parameters: JSON
        ) {
            let failure = try client.failure(
                of: HostInterface.Place(
                    app: "org.example.app",
                    kind: "where",
                    family: family,
                    configuration: configuration.map { RawJSON(checked: $0) }
                )
            )
            return (failure.name, failure.parameters)
        }
        let family = try failure(.large, nil)
        #expect(family.name == HostInterface.UnsupportedFamily.name)
        #expect(family.parameters["families"].array.compactMap(\.string) == ["inline", "small"])
        for text in [#"{"digits": "2"}"#, #"{"digits": [2]}"#, #"{"digits": 1e999}"#, #"{"digits": null}"#] {
            let refused = try failure(nil, text)
            #expect(refused.name == HostInterface.InvalidConfiguration.name)
            #expect(refused.parameters["property"].string == "digits")
        }
        let deep = String(repeating: "[", count: 26) + String(repeating: "]", count: 26)
        #expect(try failure(nil, "{\"digits\":\(deep)}").name == HostInterface.InvalidConfiguration.name)
        let huge = try failure(nil, "{\"digits\":\"\(String(repeating: "9", count: 60_000))\"}")
        #expect(huge.name == HostInterface.InvalidConfiguration.name)
    }

    @Test("come in pages that fit into a message, to the library too")
    func library() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let description = String(repeating: "x", count: 500)
        let kinds = (0..<100).map { "k\($0)" }
        let sections = kinds.map {
            "[Kind \($0)]\nName=\($0)\nName[de]=Art \($0)\nDescription=\(description)"
        }
        try client.register(
            """
            [App]
            Identifier=org.example.app
            Name=Example
            [Extension Widgets]
            Kinds=\(kinds.joined(separator: " "))
            \(sections.joined(separator: "\n"))
            """
        )
        let page = try client.call(HostInterface.ListKinds())
        #expect(page.kinds.count < 100 && page.next != nil)
        let service = WaymarkService(socketPath: daemon.socketPath)
        let all = try await service.placeableKinds(locale: "de_AT.UTF-8")
        #expect(all.map(\.kind) == kinds.sorted())
        #expect(all.first?.name == "Art k0")
        #expect(try await service.placeableKinds(of: "org.example.other").isEmpty)
        let bad = try client.failure(of: HostInterface.ListKinds(after: "x"))
        #expect(bad.parameters["parameter"].string == "after")
    }

    @Test("come a hundred on a page even if more are short, and have all families if they name none")
    func shortKinds() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let kinds = (0..<101).map { "k\($0)" }.sorted()
        try client.register(
            "[App]\nIdentifier=org.example.a\nName=A\n[Extension Widgets]\nKinds=\(kinds.joined(separator: " "))\n"
        )
        let first = try client.call(HostInterface.ListKinds())
        #expect(first.kinds.map(\.kind) == Array(kinds.prefix(100)))
        #expect(first.kinds.allSatisfy { $0.families == WidgetFamily.allCases })
        let second = try client.call(HostInterface.ListKinds(after: first.next))
        #expect(second.kinds.map(\.kind) == Array(kinds.suffix(1)) && second.next == nil)
    }
}
