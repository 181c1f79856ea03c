import LinuxSystem
import LocationModel
import WaymarkInterfaces

extension Command {
    /// `waymarkctl apps`.
    static let apps = Command(
        name: "apps",
        summary: "list apps and what was decided about them",
        operands: ""
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        let answer = try invocation.service.call(SettingsInterface.ListApps())
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        try invocation.output.table(
            [["APP", "USER", "LOCATION", "WIDGETS", "PROVIDER", "IDENTITY", "KINDS"]]
                + answer.value.apps.map(row)
        )
    }

    private static func row(_ app: SettingsInterface.App) -> [String] {
        [
            app.app,
            UInt32(exactly: app.user).map { UserDatabase.name(of: $0) } ?? "\(app.user)",
            app.status.rawValue,
            app.widgets.rawValue,
            app.connected ? "connected" : "away",
            app.groundText?.harmless ?? "-",
            app.kinds.map { $0.kind + ($0.wantsLocation ? "" : " (no location)") }.joined(separator: ", "),
        ]
    }
}
