import CommandLineTool
import LinuxSystem
import LocationModel
import Manifests
import UserInput
import WaymarkInterfaces

extension Command {
    static let authorize = Command(
        name: "authorize",
        summary: "decide whether an app may know the location",
        operands: "APP [never|ask|when-in-use|always]",
        // The argument of --widgets may follow, and a second decision gets a better message.
        operandLimit: 3,
        options: [
            .init(
                "widgets",
                value: .word(["yes", "no"]),
                isValueOptional: true,
                "whether its widgets may know the location too, if it is when-in-use"
            ),
            .init("accuracy", value: .word(["full", "reduced"]), "how accurately it may know the location"),
            .init("for", value: .text("SPAN"), "ask again after this time, such as 7d; at most 366d"),
            .init("until", value: .text("TIME"), "ask again at this time, such as 18:00 or tomorrow"),
            .init("when-in-use", "same as 'when-in-use'"),
            .init("always", "same as 'always'"),
            .init("deny", "same as 'never'"),
            .init("reset", "same as 'ask', and makes its widgets undecided again"),
            .init("no-widgets", "same as --widgets=no"),
            Invocation.userOption,
        ],
        details: """
            Decisions that are not given stay unchanged. With 'ask', the person is asked when the app requests
            it. With --for or --until, that is so again after a time. After the app, 'yes' and 'no' also work as
            the argument of --widgets. The decision is in force when the command returns, and pending questions
            that it answers are withdrawn. 'waymarkctl reset' forgets all decisions.
            """
    ) { (invocation) throws(Failure) in
        let (app, change) = try DecisionLine(invocation.line).read()
        let user = try invocation.user()
        let known = try invocation.knownApps(of: user)
        let before = known.first { $0.app == app }
        let decision = SettingsInterface.Authorize(
            app: app,
            status: change.status,
            widgets: change.widgets,
            accuracy: change.accuracy,
            until: change.until?.text(places: 0),
            user: user
        )
        try invocation.show(decision) { (reply) throws(Failure) in
            func end(of app: SettingsInterface.App, after separator: String) -> String {
                app.until.map { "\(separator) until \(invocation.output.spoken(date: $0, places: 0))" } ?? ""
            }
            let was = before.map { before in
                before.decisions == reply.app.decisions && before.until == reply.app.until
                    ? " (unchanged)" : " (was: \(before.decisions)\(end(of: before, after: ",")))"
            }
            try invocation.output.line(reply.app.standing + end(of: reply.app, after: ";") + (was ?? ""))
        }
        if before == nil, app != OwnApp.tool.identifier, !isInstalled(app) {
            Output.complain("\(app.harmless): never seen; decided all the same\(known.suggestion(for: app))")
        }
    }
}

extension Command {
    private static func isInstalled(_ app: String) -> Bool {
        ManifestFolder.installed.contains { folder in
            (try? Folder(folder.path).names(endingWith: ".app"))?.contains("\(app).app") ?? false
        }
    }
}

extension AuthorizationStatus {
    fileprivate var word: String { AuthorizationChoice(rawValue: rawValue)?.word ?? "restricted" }
}

extension SettingsInterface.App {
    var statusWords: String {
        ([status.word] + (isTemporary ? ["once"] : []) + (isProvisional ? ["provisional"] : []))
            .joined(separator: ", ")
    }

    /// The effective authorization in the words of the command line.
    fileprivate var decisions: String {
        let exactness = status.isAuthorized && accuracy == .reduced ? ", reduced accuracy" : ""
        return "\(statusWords)\(exactness), widgets \(widgets.word)"
    }

    /// The app and its authorization, on one line.
    var standing: String {
        let known = isAuthorizedForWidgetUpdates
        let why = limits.isEmpty ? "" : " (\(limits.map(\.words).joined(separator: "; ")))"
        return "\(app.harmless): \(decisions)\(why); "
            + "its widgets may \(known ? "" : "not ")know the location"
    }
}

extension SettingsInterface.Limit {
    var words: String {
        switch self {
        case .forbidden: "the administrator forbids it"
        case .whenInUseOnly: "the administrator allows when-in-use only"
        case .reducedAccuracy: "the administrator allows reduced accuracy only"
        case .servicesOff: "location services are off"
        }
    }
}

private struct DecisionLine {
    struct Change {
        var status: AuthorizationChoice?
        var widgets: WidgetGrant?
        var accuracy: AccuracyAuthorization?
        var until: UTCInstant?
    }

    private static let words = AuthorizationChoice.allCases.map { ($0.word, $0) }

    private static let options: [(String, AuthorizationChoice)] = [
        ("deny", .denied), ("reset", .notDetermined), ("when-in-use", .authorizedWhenInUse),
        ("always", .authorizedAlways),
    ]

    private let line: ParsedCommandLine

    init(_ line: ParsedCommandLine) { self.line = line }

    func read() throws(Failure) -> (app: String, Change) {
        guard let app = line.operands.first else { throw .usage("APP is missing") }
        var change = Change()
        change.accuracy = line.value(of: "accuracy").flatMap(AccuracyAuthorization.init(rawValue:))
        change.widgets = try widgets()
        var statuses = Self.options.filter { line.has($0.0) }.map(\.1)
        for word in line.operands.dropFirst() {
            if let status = Self.words.first(where: { $0.0 == word })?.1 {
                statuses.append(status)
            } else if let grant = Self.grant(word), line.value(of: "widgets") == "" {
                change.widgets = grant
            } else {
                throw .usage("'\(word)' is not a decision; use never, ask, when-in-use or always")
            }
        }
        guard statuses.count <= 1 else {
            throw .usage("give only one of never, ask, when-in-use and always")
        }
        change.status = statuses.first
        change.until = try end()
        if change.until != nil, change.status == .denied || change.status == .notDetermined {
            throw .usage("--for and --until are for when-in-use and always")
        }
        guard
            change.status != nil || change.widgets != nil || change.accuracy != nil || change.until != nil
        else { throw .usage("give a decision: never, ask, when-in-use or always, --widgets or --accuracy") }
        return (app, change)
    }

    private func end() throws(Failure) -> UTCInstant? {
        let (span, date, time) = (line.value(of: "for"), line.value(of: "until"), LocalTime())
        if span != nil, date != nil { throw .usage("--for and --until contradict each other") }
        if let span { return try time.end(of: span) }
        return try date.map { (text) throws(Failure) in try time.end(at: text) }
    }

    private func widgets() throws(Failure) -> WidgetGrant? {
        let word = line.value(of: "widgets")
        if word != nil, line.has("no-widgets") {
            throw .usage("--widgets and --no-widgets contradict each other")
        }
        if line.has("no-widgets") { return .refused }
        guard let word else { return line.has("reset") ? .undecided : nil }
        return word.isEmpty ? .granted : Self.grant(word)
    }

    private static func grant(_ word: String) -> WidgetGrant? {
        switch word {
        case "yes": .granted
        case "no": .refused
        default: nil
        }
    }
}
