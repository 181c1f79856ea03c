import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl apps`.
    static let apps = Command(
        name: "apps",
        summary: "list apps and what they are allowed",
        operands: "",
        details: """
            LOCATION is the app's current authorization. 'once' ends when the app is no longer in use.
            'provisional' waits for the person to confirm it. A limit on what was chosen follows in
            parentheses. ASKED is the number of pending questions. The line below each app shows how the
            service identified it.
            """
    ) { (invocation) throws(Failure) in
        try invocation.showAll(SettingsInterface.ListApps()) { (reply) throws(Failure) in
            try invocation.output.table(
                [["APP", "USER", "LOCATION", "ACCURACY", "WIDGETS", "ASKED", "PROVIDER", "KINDS"]]
                    + reply.apps.flatMap { app in
                        [row(app)] + (app.verificationText.map { [["  \($0.harmless)"]] } ?? [])
                    },
                identifiers: [0, 7]
            )
        }
    }

    private static func row(_ app: SettingsInterface.App) -> [String] {
        [
            app.app.harmless,
            userName(app.user),
            app.authorization,
            app.status.isAuthorized ? app.accuracy.rawValue : "-",
            app.widgets.word,
            app.prompts.isEmpty ? "-" : "\(app.prompts.count)",
            app.connected ? "connected" : "away",
            app.kinds.map { $0.kind.harmless + ($0.wantsLocation ? "" : " (no location)") }
                .joined(separator: ", "),
        ]
    }
}

extension SettingsInterface.App {
    /// The app's authorization with its limits.
    fileprivate var authorization: String {
        statusWords + (limits.isEmpty ? "" : " (\(limits.map(\.short).joined(separator: ", ")))")
    }
}

extension SettingsInterface.Limit {
    /// The limit in a table.
    fileprivate var short: String {
        switch self {
        case .forbidden: "policy: never"
        case .whenInUseOnly: "policy: when-in-use"
        case .reducedAccuracy: "policy: reduced"
        case .servicesOff: "services off"
        }
    }
}
