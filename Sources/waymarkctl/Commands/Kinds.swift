import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let kinds = Command(
        name: "kinds",
        summary: "list the kinds of widgets that can be placed",
        operands: "[APP]",
        options: [Invocation.userOption],
        details: """
            Lists the kinds of installed and registered manifests, and those that providers have registered. The
            lines below a kind describe it and the properties of its configuration. Their providers need not run.
            """
    ) { (invocation) throws(Failure) in
        let list = HostInterface.ListKinds(
            app: invocation.operands.first,
            user: try invocation.user(),
            locale: Environment.messagesLocale
        )
        try invocation.showAll(list) { (reply) throws(Failure) in
            try invocation.output.table(
                [["APP", "KIND", "FAMILIES", "LOCATION", "PROVIDER"]] + reply.kinds.flatMap(rows),
                identifiers: [0, 1]
            )
        }
    }

    private static func rows(_ kind: HostInterface.Kind) -> [[String]] {
        let words = [kind.name, kind.description].compactMap(\.self).joined(separator: ": ")
        let properties = kind.configuration.map { schema in
            (schema.object["properties"].flatMap { JSONObject($0) }?.members ?? []).map {
                ["  \($0.name.harmless): \(RawJSON($0.value).text.harmless)"]
            }
        }
        return [
            [
                kind.app.harmless,
                kind.kind.harmless,
                kind.families.count == WidgetFamily.allCases.count
                    ? "all" : kind.families.map(\.rawValue).joined(separator: " "),
                kind.wantsLocation ? "yes" : "no",
                kind.served ? "connected" : "away",
            ]
        ] + (words.isEmpty ? [] : [["  \(words.harmless)"]]) + (properties ?? [])
    }

    static let configure = Command(
        name: "configure",
        summary: "change the family or the configuration of a widget",
        operands: "WIDGET",
        options: setupOptions,
        details: "The new values take the place of all earlier ones. The widget is reloaded."
    ) { (invocation) throws(Failure) in
        let widget = invocation.operands[0]
        let (family, configuration) = (try invocation.family(), try invocation.configuration())
        guard family != nil || configuration != nil else { throw .usage("give --family or --configuration") }
        let configure = HostInterface.Configure(widget: widget, family: family, configuration: configuration)
        try invocation.show(configure) { (_) throws(Failure) in
            try invocation.output.line("\(widget.harmless) configured")
        }
    }

    static let snapshot = Command(
        name: "snapshot",
        summary: "show what a kind of widget looks like in a gallery",
        operands: "APP KIND",
        options: setupOptions + [Invocation.userOption],
        details: """
            The provider makes it of sample data; it has two seconds. Without a provider, the placeholder of the
            kind is shown. No permission is needed.
            """
    ) { (invocation) throws(Failure) in
        let names = invocation.operands
        let snapshot = HostInterface.GetSnapshot(
            app: names[0],
            kind: names[1],
            user: try invocation.user(),
            family: try invocation.family(),
            configuration: try invocation.configuration()
        )
        try invocation.show(snapshot) { (reply) throws(Failure) in
            try invocation.output.line(reply.content.map { words(of: $0).harmless } ?? "nothing to show")
            if let absence = reply.absence { try invocation.output.line(absence.words) }
        }
    }

    /// Returns the conventional `text` and `detail` members of a content, or else all of it as JSON.
    private static func words(of content: RawJSON) -> String {
        let members = content.object
        guard let text = members["text"]?.text else { return content.text }
        return members["detail"]?.text.map { "\(text) - \($0)" } ?? text
    }

    /// The options that choose what ``Invocation/family()`` and ``Invocation/configuration()`` read.
    static let setupOptions: [CommandOption] = [
        .init(
            "family",
            value: .word(WidgetFamily.allCases.map(\.rawValue)),
            "the family in which it is shown"
        ),
        .init("configuration", letter: "c", value: .text("JSON"), "the values of the kind's properties"),
    ]
}

extension Invocation {
    func family() throws(Failure) -> WidgetFamily? { line.value(of: "family").flatMap(WidgetFamily.init) }

    func configuration() throws(Failure) -> RawJSON? {
        guard let text = line.value(of: "configuration") else { return nil }
        do throws(JSONError) {
            return RawJSON(try JSONObject(Array(text.utf8)))
        } catch {
            throw .usage("--configuration is no JSON object; write for example '{\"units\": \"metric\"}'")
        }
    }
}

extension HostInterface.GetSnapshot.Reply.Absence {
    fileprivate var words: String {
        switch self {
        case .noProvider: "a placeholder: no provider of the kind is connected"
        case .failed: "a placeholder: the provider could not make a snapshot"
        case .late: "a placeholder: the provider did not answer in time"
        }
    }
}
