import LinuxSystem
import LocationModel
import WaymarkInterfaces

extension Command {
    /// `waymarkctl authorize`.
    static let authorize = Command(
        name: "authorize",
        summary: "decide whether an app may know the location",
        operands: "APP",
        options: [
            .init("when-in-use", "while the app is in use"),
            .init("always", "at any time"),
            .init("deny", "never"),
            .init("reset", "undecided again, also about its widgets"),
            .init("widgets", "its widgets share a decision for when it is in use"),
            .init("no-widgets", "its widgets do not"),
            Invocation.userOption,
        ],
        details: """
            One of --when-in-use, --always, --deny and --reset says what is decided. Without --widgets and
            --no-widgets, what was decided about the app's widgets stays. It is in force once this returns.
            """
    ) { (invocation) throws(Failure) in
        let app = try invocation.operands("APP")[0]
        let answer = try invocation.service.call(
            SettingsInterface.Authorize(
                app: app,
                status: try status(in: invocation.line),
                widgets: try grant(in: invocation.line),
                user: try invocation.user()
            )
        )
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        let decided = answer.value.app
        let known = decided.isAuthorizedForWidgetUpdates
        try invocation.output.line(
            "\(decided.app): \(decided.status.rawValue), widgets \(decided.widgets.rawValue); "
                + "its widgets may \(known ? "" : "not ")know the location"
        )
    }

    private static func status(in line: CommandLineOptions.Parsed) throws(Failure) -> AuthorizationStatus {
        let choices: [(String, AuthorizationStatus)] = [
            ("when-in-use", .authorizedWhenInUse), ("always", .authorizedAlways), ("deny", .denied),
            ("reset", .notDetermined),
        ]
        let chosen = choices.filter { line.has($0.0) }
        guard chosen.count == 1 else {
            throw .usage("give one of --when-in-use, --always, --deny and --reset")
        }
        return chosen[0].1
    }

    private static func grant(in line: CommandLineOptions.Parsed) throws(Failure) -> WidgetGrant? {
        switch (line.has("widgets"), line.has("no-widgets")) {
        case (true, true): throw .usage("--widgets and --no-widgets contradict each other")
        case (true, false): return .granted
        case (false, true): return .refused
        case (false, false): return line.has("reset") ? .undecided : nil
        }
    }
}
