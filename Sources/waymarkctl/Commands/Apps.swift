import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let apps = Command(
        name: "apps",
        summary: "list apps and what they are allowed",
        operands: "",
        details: """
            LOCATION is the app's current authorization. 'once' ends when the app is no longer in use.
            'provisional' waits for the person to confirm it. A limit on what was chosen follows in
            parentheses. ASKED is the number of pending questions. The lines below each app show how the
            service identified it, what it asked to monitor, and what its manifest requires that this machine lacks.
            """
    ) { (invocation) throws(Failure) in
        try invocation.showAll(SettingsInterface.ListApps()) { (reply) throws(Failure) in
            try invocation.output.table(
                [["APP", "USER", "LOCATION", "ACCURACY", "WIDGETS", "ASKED", "PROVIDER", "KINDS"]]
                    + reply.apps.flatMap { rows($0, invocation.output) },
                identifiers: [0, 7]
            )
        }
    }

    private static func rows(_ app: SettingsInterface.App, _ output: Output) -> [[String]] {
        let end = app.until.map { "until \(output.spoken(date: $0, places: 0)), then to be asked again" }
        let below =
            [app.verificationText?.harmless, end, app.monitoring].compactMap(\.self)
            + app.missingCapabilities.map { "lacks \($0.text.harmless)" }
        return [row(app)] + below.map { ["  \($0)"] }
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
    /// What the app asked to monitor, if anything; whether it is told now depends on what it may know.
    fileprivate var monitoring: String? {
        Command.monitored(monitors, regions: regions).map { "asked to monitor \($0)" }
    }

    fileprivate var authorization: String {
        statusWords + (limits.isEmpty ? "" : " (\(limits.map(\.short).joined(separator: ", ")))")
    }
}

extension SettingsInterface.Limit {
    fileprivate var short: String {
        switch self {
        case .forbidden: "policy: never"
        case .whenInUseOnly: "policy: when-in-use"
        case .reducedAccuracy: "policy: reduced"
        case .servicesOff: "services off"
        }
    }
}
