import LocationModel
import WaymarkInterfaces

/// The relay: a program of the machine, of a user of its own, that follows the location and monitors as long as it runs.
final class Relay: App {
    static let app = "io.waymark.Relay"
    static let user: UInt32 = 994

    init(_ world: World) { super.init(world, Self.app, user: Self.user, as: "waymark-relay") }

    override var pace: Duration { .seconds(120) }
    override var restsAtNight: Bool { false }

    override func begin() {
        if follower?.isOpen != true { follow(every: draw(10..<120)) }
        if monitor?.isOpen != true { followEvents() }
        listRegions()
    }

    override func act() {
        begin()
        if roll(0.5) { changeMonitoring() } else { changeRegion() }
    }
}

/// The bridge of GeoClue: asks for the location for the apps of all users.
final class Bridge: SimulatedProgram {
    static let user: UInt32 = 993
    private let apps: [App]

    init(_ world: World, _ apps: [App]) {
        self.apps = apps
        super.init(world, "waymark-geoclue", user: Self.user)
    }

    override var pace: Duration { .seconds(60) }
    override var restsAtNight: Bool { true }

    override func act() {
        let open = lines.filter(\.isOpen)
        if open.count > 3 || roll(0.3) {
            open.first?.close()
            return
        }
        guard !apps.isEmpty, let line = newLine() else { return }
        let app = pick(apps)
        let wantsArea = roll(0.3)
        world.ground.beginUse(of: app.appName, app.user)
        let call = LocationInterface.FollowLocationFor(
            user: Int(app.user),
            process: Int(app.processID),
            app: app.appName,
            accuracy: wantsArea ? .reduced : .full,
            minimumIntervalSeconds: roll(0.5) ? draw(1..<120) : nil
        )
        line.open(call) { [unowned self] event in
            guard let event else { return app.endUse() }
            guard let location = event.location else { return }
            app.learned(location, through: self)
            if wantsArea, location.horizontalAccuracyMeters ?? 0 < 1000 {
                report(.ground, "wanted an area for \(app.name), and got a place")
            }
        }
    }
}

/// A board: a host that also shows its person what apps may know, and has a button that shares the location once.
final class Board: Host {
    private var receivers: Line?

    override func act() {
        guard let session, roll(0.3), let line = calls(), line.isIdle else { return super.act() }
        if roll(0.7), !widgets.isEmpty {
            let widget = pick(widgets.keys.sorted())
            setVisible(widget, true, session)
            return share(widget, session, line)
        }
        line.call(SettingsInterface.ListApps())
        line.call(SettingsInterface.GetServices())
        line.call(SettingsInterface.ListAccesses())
        if receivers?.isOpen != true {
            receivers = newLine()
            receivers?.open(InspectInterface.WatchReceivers()) { _ in }
        }
    }

    private func share(_ widget: String, _ session: String, _ line: Line) {
        guard let app = widgets[widget]?.app else { return }
        let before = world.ground.clicks[widget]?.at
        world.ground.setClick(on: widget, of: app, at: world.kernel.now)
        let click = HostInterface.ShareOnce(widget: widget, session: session, exactly: roll(0.3) ? true : nil)
        line.call(click) { [unowned self] reply, error in
            if reply != nil { world.count(.changes) }
            // A click counts from when the service has read it, and not if the service refused it.
            let isRefused = error != nil && error != "StateNotSaved"
            world.ground.setClick(on: widget, of: app, at: isRefused ? before : world.kernel.now)
        }
    }
}
