import LocationModel
import Testing
import WaymarkEngine

// What a test of starting programs does and looks at.
extension Scenario {
    /// A machine at home whose weather app has an installed manifest that names a program, which does not run; its widget
    /// has no timeline.
    static func launching(
        manager: AppProgram.Manager = .user,
        hasLauncher: Bool = true
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier, launcher: SessionIdentifier) {
        var scenario = Scenario()
        try scenario.install(manager)
        let provider = scenario.connectProvider()
        scenario.disconnect(provider)
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        scenario.arrive()
        var launcher = SessionIdentifier(0)
        if hasLauncher { launcher = scenario.connectLauncher(manager) }
        scenario.forget()
        let widget = try scenario.place()
        return (scenario, widget, launcher)
    }

    mutating func install(
        _ manager: AppProgram.Manager = .user,
        unit: String = "weather-widgets.service"
    ) throws {
        send(.manifestsInstalled([try .startable(manager, unit: unit)], broken: []))
    }

    mutating func connectLauncher(
        _ manager: AppProgram.Manager = .user,
        running: [LaunchedProgram] = [],
        by caller: Caller? = nil
    ) -> SessionIdentifier {
        let caller = caller ?? (manager == .system ? .root : .owner)
        return openStream { .opened($0, .launcher(manager, running: running), by: caller, call: $1) }
    }

    mutating func report(
        _ report: LaunchReport,
        of program: LaunchedProgram,
        on launcher: SessionIdentifier,
        by caller: Caller = .owner
    ) throws {
        try call(.reportLaunch(launcher, program, report), by: caller)
    }

    var starts: [LaunchedProgram] {
        effects.compactMap { if case .tellLauncher(_, .start(let program, _)) = $0 { program } else { nil } }
    }

    var stops: [LaunchedProgram] {
        effects.compactMap { if case .tellLauncher(_, .stop(let program)) = $0 { program } else { nil } }
    }

    var launchFailure: LaunchFailure? {
        decisions.compactMap {
            if case .launch(.programFailed(_, let failures)) = $0 { failures.failure } else { nil }
        }.last
    }

    /// What the widget's reload waits for, if that is the app's program.
    func launchObstacle(of widget: WidgetIdentifier) -> LaunchObstacle? {
        guard case .launch(let obstacle) = engine.reloadWait(of: widget) else { return nil }
        return obstacle
    }

    /// Starts the program and answers for its first widget.
    @discardableResult
    mutating func serve(
        _ launcher: SessionIdentifier,
        by caller: Caller = .owner
    ) throws -> (program: LaunchedProgram, provider: SessionIdentifier) {
        let program = try #require(starts.last)
        try report(.started(isOwn: true), of: program, on: launcher, by: caller)
        let provider = connectProvider()
        try answer(try #require(requests.last), on: provider)
        return (program, provider)
    }
}

extension AppManifest {
    static func startable(_ manager: AppProgram.Manager, unit: String) throws -> AppManifest {
        var weather = try #require([AppManifest].complete.first { $0.identifier == AppKey.weather.app })
        weather.provider = AppProgram(.unit(try #require(UnitName(unit))), manager: manager)
        return weather
    }
}
