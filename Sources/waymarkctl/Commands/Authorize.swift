import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl authorize`.
    static let authorize = Command(
        name: "authorize",
        summary: "decide whether an app may know the location",
        operands: "APP [never|ask|when-in-use|always]",
        options: [
            .init(
                "widgets",
                value: .word(["yes", "no"]),
                isValueOptional: true,
                "whether its widgets share a decision for when it is in use"
            ),
            .init("accuracy", value: .word(["full", "reduced"]), "how exactly it may know"),
            .init("when-in-use", "the same as the word"),
            .init("always", "the same as the word"),
            .init("deny", "the same as 'never'"),
            .init("reset", "the same as 'ask', and its widgets are undecided again"),
            .init("no-widgets", "the same as --widgets=no"),
            Invocation.userOption,
        ],
        details: """
            What is not named stays as it was decided. 'ask' is undecided: the person is asked when the app asks.
            Behind the app, 'yes' and 'no' are about --widgets too. It is in force once this returns, and questions
            that it answers are asked no more. 'waymarkctl reset' forgets everything about an app.
            """
    ) { (invocation) throws(Failure) in
        let (app, change) = try DecisionLine(invocation.line).read()
        let decision = SettingsInterface.Authorize(
            app: app,
            status: change.status,
            widgets: change.widgets,
            accuracy: change.accuracy,
            user: try invocation.user()
        )
        try invocation.show(decision) { (reply) throws(Failure) in
            try invocation.output.line(reply.app.standing)
        }
    }
}

extension SettingsInterface.App {
    /// The app and what holds for it, on one line for a person.
    var standing: String {
        let known = isAuthorizedForWidgetUpdates
        let exactness = status.isAuthorized && accuracy == .reduced ? ", \(accuracy.words)" : ""
        let why = limits.isEmpty ? "" : " (\(limits.map(\.words).joined(separator: "; ")))"
        return "\(app.harmless): \(status.rawValue)\(exactness), widgets \(widgets.rawValue)\(why); "
            + "its widgets may \(known ? "" : "not ")know the location"
    }
}

extension SettingsInterface.Limit {
    /// The limit for a person.
    var words: String {
        switch self {
        case .forbidden: "the administrator forbids it"
        case .whenInUseOnly: "the administrator allows no more than when in use"
        case .reducedAccuracy: "the administrator allows the area only"
        case .servicesOff: "location services are off"
        }
    }
}

/// What a command line decides about an app.
private struct DecisionLine {
    struct Change {
        var status: AuthorizationChoice?
        var widgets: WidgetGrant?
        var accuracy: AccuracyAuthorization?
    }

    private static let words: [(String, AuthorizationChoice)] = [
        ("never", .denied), ("ask", .notDetermined), ("when-in-use", .authorizedWhenInUse),
        ("always", .authorizedAlways),
    ]

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
                throw .usage("'\(word)' is no decision: use never, ask, when-in-use or always")
            }
        }
        guard statuses.count <= 1 else {
            throw .usage("give one of never, ask, when-in-use and always, not several")
        }
        change.status = statuses.first
        guard change.status != nil || change.widgets != nil || change.accuracy != nil else {
            throw .usage("say what is decided: never, ask, when-in-use or always, --widgets or --accuracy")
        }
        return (app, change)
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
