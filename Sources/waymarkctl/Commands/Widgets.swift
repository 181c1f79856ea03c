import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
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
    ) { invocation in
        let list = HostInterface.ListKinds(
            app: invocation.operands.first,
            user: try invocation.user(),
            locale: Environment.messagesLocale
        )
        try invocation.showAll(list) { reply in
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
        let hasAllFamilies = kind.families.count == WidgetFamily.allCases.count
        let row = [
            kind.app.harmless, kind.kind.harmless,
            hasAllFamilies ? "all" : kind.families.map(\.rawValue).joined(separator: " "),
            kind.wantsLocation ? "yes" : "no", kind.served ? "connected" : "away",
        ]
        return [row] + (words.isEmpty ? [] : [["  \(words.harmless)"]]) + (properties ?? [])
    }

    static let configure = Command(
        name: "configure",
        summary: "change the family or the configuration of a widget",
        operands: "WIDGET",
        options: setupOptions,
        details: "The new values take the place of all earlier ones. The widget is reloaded."
    ) { invocation in
        let widget = invocation.operands[0]
        let (family, configuration) = (try invocation.family(), try invocation.configuration())
        guard family != nil || configuration != nil else {
            throw Failure.usage("give --family or --configuration")
        }
        let configure = HostInterface.Configure(widget: widget, family: family, configuration: configuration)
        try invocation.show(configure, saying: "\(widget.harmless) configured")
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
    ) { invocation in
        let names = invocation.operands
        let snapshot = HostInterface.GetSnapshot(
            app: names[0],
            kind: names[1],
            user: try invocation.user(),
            family: try invocation.family(),
            configuration: try invocation.configuration()
        )
        try invocation.show(snapshot) { reply in
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

    static let place = Command(
        name: "place",
        summary: "place a widget of a kind and print its identifier",
        operands: "APP KIND",
        options: setupOptions + [
            .init(
                "key",
                value: .text("NAME"),
                "find the widget of this name, and place one only if there is none"
            ),
            Invocation.userOption,
        ],
        details: """
            A manifest or a provider must have declared the kind; 'waymarkctl kinds' lists those that can be
            placed, with their families and properties. A provider need not be connected now.

            Example: waymarkctl place org.example.Weather today -c '{"units": "metric"}'
            """
    ) { invocation in
        let names = invocation.operands
        let place = HostInterface.Place(
            app: names[0],
            kind: names[1],
            user: try invocation.user(),
            family: try invocation.family(),
            configuration: try invocation.configuration(),
            key: invocation.line.value(of: "key")
        )
        try invocation.show(place) { reply in try invocation.output.line(reply.widget) }
    }

    static let remove = Command(
        name: "remove",
        summary: "remove a widget permanently",
        operands: "WIDGET"
    ) { invocation in
        let widget = invocation.operands[0]
        try invocation.show(HostInterface.Remove(widget: widget), saying: "\(widget) removed")
    }

    static let widgets = Command(
        name: "widgets",
        summary: "list the placed widgets and their state",
        operands: ""
    ) { invocation in
        try invocation.showAll(InspectInterface.ListWidgets()) { reply in
            try invocation.output.table(
                [widgetHeading]
                    + reply.widgets.flatMap { widget in
                        [row(widget, invocation.output)]
                            + (widget.configuration.object.isEmpty
                                ? [] : [["  \(widget.configuration.text.harmless)"]])
                    },
                identifiers: widgetIdentifiers
            )
        }
    }

    static let widgetHeading = [
        "WIDGET", "APP", "KIND", "FAMILY", "KEY", "USER", "IN USE", "NEXT RELOAD", "TIMELINE",
    ]
    static let widgetIdentifiers = [1, 2, 4, 7]

    static func row(_ widget: InspectInterface.Widget, _ output: Output) -> [String] {
        [
            widget.widget, widget.app, widget.kind, widget.family.rawValue, widget.key ?? "-",
            userName(widget.user), use(of: widget), widget.nextReloadWords,
            widget.timelineDelivered.map { output.spoken(date: $0, places: 0) } ?? "none",
        ]
    }

    /// Returns whether and for how long a widget counts as in use.
    static func use(of widget: InspectInterface.Widget) -> String {
        if widget.alwaysInView { return "always in view" }
        if widget.visible { return "in view" }
        guard widget.inUse else { return "no" }
        return widget.inUseForSeconds.map { "for \(spoken(seconds: $0))" } ?? "yes"
    }

    static let show = visibility(true, name: "show", summary: "mark a widget as in view until 'hide'")
    static let hide = visibility(false, name: "hide", summary: "mark a widget as out of view")

    static let appVisibility = Command(
        name: "app-visibility",
        summary: "count an app's windows as visible or hidden while this runs",
        operands: "APP show|hide",
        options: [Invocation.userOption],
        details: """
            An app whose windows are hidden is not in use, though it runs. It ends on SIGTERM or SIGINT; from
            then on the windows count as before.
            """
    ) { invocation in
        let (app, isVisible) = (invocation.operands[0], invocation.operands[1] == "show")
        let user = try invocation.user()
        try invocation.service.stream(HostInterface.Watch(widgets: [])).deliver { answer in
            guard let session = answer.value.session else { return }
            let report = HostInterface.SetAppVisibility(
                app: app,
                visible: isVisible,
                session: session,
                user: user
            )
            let state = isVisible ? "visible" : "hidden"
            try invocation.show(report, saying: "\(app.harmless): windows \(state) while this runs")
        }
    }

    private static func visibility(_ visible: Bool, name: String, summary: String) -> Command {
        Command(name: name, summary: summary, operands: "WIDGET") { invocation in
            let widget = invocation.operands[0]
            let report = HostInterface.SetVisibility(widget: widget, visible: visible)
            let state = visible ? "in view until 'hide'" : "out of view"
            try invocation.show(report, saying: "\(widget) \(state)")
        }
    }

    static let shareOnce = Command(
        name: "share-once",
        summary: "give a widget in view the location once, as for a click in a bar",
        operands: "WIDGET|APP/KIND",
        options: [
            .init(
                "key",
                value: .text("NAME"),
                "the name by which 'watch' or 'place' found it, of several widgets of the kind"
            ),
            .init("exactly", "the exact location, although the app may know the area only"),
        ],
        details: """
            The next reload of the widget gets the location, without a question and without a permission of its
            app, if it comes in a minute. A host of yours must have the widget in view. What you have refused to
            the app or its widgets, or the administrator forbids, is not given.

            Example, as on-click of a bar: waymarkctl share-once org.example.Weather/cell --key waybar
            """
    ) { invocation in
        let widget = try invocation.sharedWidget(invocation.operands[0])
        let call = HostInterface.ShareOnce(
            widget: widget,
            exactly: invocation.line.has("exactly") ? true : nil
        )
        try invocation.show(call, saying: "\(widget): its next reload gets the location")
    }
}

extension Invocation {
    func family() throws -> WidgetFamily? { line.value(of: "family").flatMap(WidgetFamily.init) }

    func configuration() throws -> RawJSON? {
        guard let text = line.value(of: "configuration") else { return nil }
        do throws(JSONError) {
            return RawJSON(try JSONObject(Array(text.utf8)))
        } catch {
            throw Failure.usage(
                "--configuration is no JSON object; write for example '{\"units\": \"metric\"}'"
            )
        }
    }

    /// Returns the widget that an operand names: by its name, or as the only one of a kind and key that is in view.
    fileprivate func sharedWidget(_ operand: String) throws -> String {
        let key = line.value(of: "key")
        guard operand.contains("/") else {
            guard key == nil else {
                throw Failure.usage("--key needs APP/KIND, such as org.example.Weather/cell")
            }
            return operand
        }
        let kind = try WatchedWidgets.Placement(operand, from: "'\(operand.harmless)'")
        let found = try service.callForAllPages(InspectInterface.ListWidgets()).value.widgets.filter {
            $0.visible && $0.app == kind.app && $0.kind == kind.kind && (key == nil || $0.key == key)
        }
        guard let widget = found.first else {
            throw Failure.notFound(
                "no widget of \(operand.harmless) is in view; 'waymarkctl widgets' lists yours"
            )
        }
        guard found.count == 1 else {
            let names = found.map(\.widget).joined(separator: ", ")
            throw Failure.usage(
                "several widgets of \(operand.harmless) are in view: \(names); name one, or use --key"
            )
        }
        return widget.widget
    }
}

extension SnapshotAbsence {
    fileprivate var words: String {
        switch self {
        case .noProvider: "a placeholder: no provider of the kind is connected"
        case .failed: "a placeholder: the provider could not make a snapshot"
        case .late: "a placeholder: the provider did not answer in time"
        }
    }
}

extension InspectInterface.Widget {
    /// The time of the next reload, in words that fit into a table.
    fileprivate var nextReloadWords: String { nextReload?.words ?? (pendingReload == nil ? "-" : "now") }
}

extension InspectInterface.ReloadWait {
    /// The wait of the reload, with the time that is left.
    fileprivate var words: String {
        let cause =
            switch waitsFor {
            case .view: "its next view"
            case .confirmation: "the person's confirmation"
            case .pause: "the end of the pause"
            case .provider: "its program"
            case .answer: "the answer"
            case .retry: "another attempt"
            case .budget: "its budget"
            case .fix: "the first fix"
            case .date: "its timeline's date"
            case .interval: "the least interval"
            }
        return cause + (remainingSeconds.map { ", \(countdown($0))" } ?? "")
    }
}
