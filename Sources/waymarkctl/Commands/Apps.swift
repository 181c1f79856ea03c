import LinuxSystem
import LocationModel
import WaymarkInterfaces

extension Command {
    /// `waymarkctl apps`.
    static let apps = Command(
        name: "apps",
        summary: "list apps and what was decided about them",
        operands: "",
        details: """
            LOCATION is what the app is told. 'once' ends when the app is not in use any more, 'provisional' is told to
            the app and waits for the person to confirm it; what keeps an app below what was chosen follows in
            parentheses. ASKED counts the questions that wait for the person. IDENTITY tells how the service knows
            that a program is the app.
            """
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        try invocation.show(SettingsInterface.ListApps()) { (reply) throws(Failure) in
            try invocation.output.table(
                [
                    [
                        "APP", "USER", "LOCATION", "ACCURACY", "WIDGETS", "ASKED", "PROVIDER", "IDENTITY",
                        "KINDS",
                    ]
                ] + reply.apps.map(row)
            )
        }
    }

    private static func row(_ app: SettingsInterface.App) -> [String] {
        [
            app.app.harmless,
            userName(app.user),
            location(of: app),
            app.status.isAuthorized ? app.accuracy.rawValue : "-",
            app.widgets.rawValue,
            app.prompts.isEmpty ? "-" : "\(app.prompts.count)",
            app.connected ? "connected" : "away",
            app.verificationText?.harmless ?? "-",
            app.kinds.map { $0.kind.harmless + ($0.wantsLocation ? "" : " (no location)") }
                .joined(separator: ", "),
        ]
    }

    private static func location(of app: SettingsInterface.App) -> String {
        let marks = (app.isTemporary ? ["once"] : []) + (app.isProvisional ? ["provisional"] : [])
        let limits = app.limits.isEmpty ? "" : " (\(app.limits.map(\.rawValue).joined(separator: ", ")))"
        return ([app.status.rawValue] + marks).joined(separator: ", ") + limits
    }
}
