import CommandLineTool
import LinuxSystem
import LocationModel
import Manifests
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let authorize = Command(
        name: "authorize",
        summary: "decide whether an app may know the location",
        operands: "APP [never|ask|when-in-use|always]",
        options: [
            .init(
                "widgets",
                value: .word(["yes", "no"]),
                "whether its widgets may know the location too, if it is when-in-use"
            ),
            .init("accuracy", value: .word(["full", "reduced"]), "how accurately it may know the location"),
            .init("for", value: .text("SPAN"), "ask again after this time, such as 7d; at most 366d"),
            .init("until", value: .text("TIME"), "ask again at this time, such as 18:00 or tomorrow"),
            Invocation.userOption,
        ],
        details: """
            Decisions that are not given stay unchanged. With 'ask', the person is asked when the app requests
            it. With --for or --until, that is so again after a time. The decision is in force when the command
            returns, and pending questions that it answers are withdrawn. 'waymarkctl reset' forgets all decisions.
            """
    ) { invocation in
        let decision = try decision(invocation)
        let known = try invocation.knownApps(of: decision.user)
        let before = known.first { $0.app == decision.app }
        try invocation.show(decision) { reply in
            func end(of app: SettingsInterface.App, after separator: String) -> String {
                app.until.map { "\(separator) until \(invocation.output.spoken(date: $0, places: 0))" } ?? ""
            }
            let was = before.map { before in
                before.decisions == reply.app.decisions && before.until == reply.app.until
                    ? " (unchanged)" : " (was: \(before.decisions)\(end(of: before, after: ",")))"
            }
            try invocation.output.line(reply.app.standing + end(of: reply.app, after: ";") + (was ?? ""))
        }
        let app = decision.app
        if before == nil, app != OwnApp.tool.identifier, !isInstalled(app) {
            Output.complain("\(app.harmless): never seen; decided all the same\(known.suggestion(for: app))")
        }
    }

    private static func decision(_ invocation: Invocation) throws -> SettingsInterface.Authorize {
        let (line, words) = (invocation.line, invocation.operands)
        var decision = SettingsInterface.Authorize(app: words[0])
        decision.status = AuthorizationChoice.allCases.first { $0.word == words.dropFirst().first }
        decision.widgets = line.value(of: "widgets").map { $0 == "yes" ? .granted : .refused }
        decision.accuracy = line.value(of: "accuracy").flatMap(AccuracyAuthorization.init(rawValue:))
        let (span, date) = (line.value(of: "for"), line.value(of: "until"))
        if span != nil, date != nil { throw Failure.usage("--for and --until contradict each other") }
        if let span { decision.until = try LocalTime().end(of: span, days: 366).text(places: 0) }
        if let date { decision.until = try LocalTime().end(at: date, days: 366).text(places: 0) }
        if decision.until != nil, decision.status == .denied || decision.status == .notDetermined {
            throw Failure.usage("--for and --until are for when-in-use and always")
        }
        guard decision != .init(app: decision.app) else {
            throw Failure.usage("give a decision: never, ask, when-in-use or always, --widgets or --accuracy")
        }
        decision.user = try invocation.user()
        return decision
    }

    private static func isInstalled(_ app: String) -> Bool {
        ManifestFolder.installed.contains { folder in
            (try? Folder(folder.path).names(endingWith: ".app"))?.contains("\(app).app") ?? false
        }
    }

    static let request = Command(
        name: "request",
        summary: "ask the person as an app would, to try its question",
        operands: "APP when-in-use|always",
        options: [
            .init(
                "deadline",
                value: .decimal("SECONDS", 0.1...3600),
                "how long to wait for the answer; default 60"
            )
        ],
        details: """
            The app counts as in use while this command runs. It prints what became of the request and then
            what holds for the app. The exit status is 5 if the app may not know the location, and 1 if nobody
            answered in time. The manifest of the app must say what the location is for.
            """
    ) { invocation in
        let (app, word) = (invocation.operands[0], invocation.operands[1])
        let seconds = invocation.line.decimal(of: "deadline") ?? 60
        let end = ContinuousClock.now + .seconds(seconds)
        let stream = try invocation.service.stream(LocationInterface.Open(app: app))
        defer { withExtendedLifetime(stream) {} }
        let request = LocationInterface.RequestAuthorization(
            session: try stream.next().value.session ?? "",
            level: word == "always" ? .always : .whenInUse
        )
        let reply = try invocation.service.call(request)
        try invocation.tell(reply.json, or: "\(app.harmless): \(reply.value.text.harmless)")
        let prompt = reply.value.prompt
        var waitsForAnswer = prompt != nil
        while waitsForAnswer {
            guard let event = try stream.next(timeout: max(.zero, end - .now))?.value else {
                throw Failure.refused("nobody answered within \(spoken(seconds: seconds))")
            }
            waitsForAnswer = event.event != .requestEnded || event.prompt != prompt
        }
        guard let now = try invocation.knownApps(of: nil).first(where: { $0.app == app }) else { return }
        try invocation.tell(now.json, or: now.standing)
        guard now.status.isAuthorized else {
            throw Failure.unauthorized("\(app.harmless) may not know the location")
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
