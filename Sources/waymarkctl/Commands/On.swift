import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let on = Command(
        name: "on",
        summary: "run a command when the machine comes to a place, leaves it, moves or stays",
        operands: "enter REGION COMMAND... | leave REGION COMMAND... | change COMMAND... | visit COMMAND...",
        options: areaOptions("with enter and leave: ") + [
            .init(
                "assuming",
                value: .word(["inside", "outside"]),
                "with enter and leave: where the machine is taken to be at first"
            ),
            .init(
                "monitor",
                value: .text("MONITOR"),
                "with enter and leave: the app's monitor; without it, 'on_enter' or 'on_leave'"
            ),
            .init("app", value: .text("APP"), "the app that monitors; without it, \(OwnApp.on.identifier)"),
            .init("once", "end after the first command"),
            .init(
                "time-limit",
                value: .text("DURATION"),
                "how long a command may run, up to 1d; without it, 10min"
            ),
        ],
        details: """
            enter    when the machine enters REGION
            leave    when it leaves REGION
            change   after each significant change of the location
            visit    when a visit begins, and when it has ended

            REGION is a name. With --circle, --geojson or --beacons the region is that; without, it is the one that
            'waymarkctl region add \(OwnApp.on.identifier) REGION' has added. At first the machine is taken to
            be where the command would not run, so that a machine that is at home already does not come home.
            --assuming changes that.

            COMMAND follows '--'. Its environment has WAYMARK_EVENT (enter, leave, change, arrival or departure),
            WAYMARK_TIME, WAYMARK_EVENT_ID, WAYMARK_APP, and, where the event has them, WAYMARK_REGION,
            WAYMARK_LATITUDE, WAYMARK_LONGITUDE, WAYMARK_ACCURACY (metres, 68 %), WAYMARK_ARRIVAL and
            WAYMARK_DEPARTURE. What is unknown is unset. The event is on standard input as JSON, as
            io.waymark.Monitor describes it. What the command prints is passed on; what it leaves running in the
            background ends with it, unless it has left its process group.

            One command runs at a time. Up to \(EventQueue.limit) events wait; with more, the oldest is dropped, and a
            message says so. An event is acknowledged when its command has ended, whatever its exit status. If 'on' is
            killed before that, the command runs again. Two commands for the same event of the same region need a
            --monitor each, and two for changes, or for visits, an --app each.

            The person is asked once whether the app may know the location. While 'on' runs, 'when-in-use' is enough;
            with 'waymarkctl authorize \(OwnApp.on.identifier) always' the newest event of each kind, and of each region,
            is also kept while it does not run. It goes on when the service restarts, and ends on SIGTERM or SIGINT, or
            when the app monitors this no more. With --once, a command that fails is exit status 1.
            """
    ) { (invocation) throws(Failure) in
        try OnCommand(invocation).run()
    }
}

private struct OnCommand {
    private let invocation: Invocation
    private let app: String
    private let trigger: EventTrigger
    private let command: [String]
    private let timeLimit: Duration
    private var region: MonitorInterface.AddRegion?

    init(_ invocation: Invocation) throws(Failure) {
        self.invocation = invocation
        app = invocation.line.value(of: "app") ?? OwnApp.on.identifier
        let word = invocation.operands[0]
        switch word {
        case "enter", "leave":
            let identifier = invocation.operands[1]
            command = Array(invocation.operands[2...])
            let monitor = invocation.line.value(of: "monitor") ?? "on_\(word)"
            let isEntering = word == "enter"
            trigger = .region(monitor: monitor, identifier: identifier, entering: isEntering)
            let isInside = invocation.line.value(of: "assuming").map { $0 == "inside" } ?? isEntering
            var region = MonitorInterface.AddRegion(
                app: app,
                monitor: monitor,
                identifier: identifier,
                assuming: isInside ? .satisfied : .unsatisfied
            )
            _ = try Command.setArea(of: &region, invocation)
            self.region = region
        default:
            let options = ["circle", "geojson", "beacons", "assuming", "monitor"]
            if let option = options.first(where: { invocation.line.has($0) }) {
                throw .usage("--\(option) goes with enter and leave")
            }
            trigger = word == "change" ? .change : .visit
            command = Array(invocation.operands[1...])
        }
        let limit = invocation.line.value(of: "time-limit") ?? "10min"
        let limits: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)
        guard let timeLimit = Quantity.duration(limit), limits.contains(timeLimit) else {
            throw .usage("--time-limit \(limit): write a time from 1s to 1d, such as 5min")
        }
        self.timeLimit = timeLimit
    }

    func run() throws(Failure) {
        let service = invocation.service
        let patience = try Patience()
        let monitor: OwnMonitor
        let own = app == OwnApp.on.identifier ? OwnApp.on : nil
        if let region {
            let region = try named(region)
            // One that is there already keeps what it knows.
            let kept = try kept(region)?.area
            if kept == nil || kept != region.area { _ = try service.call(region) }
            var count: Int?
            monitor = OwnMonitor(app, own, service, patience) { (state) throws(Failure) in
                if state.regions == count { return true }
                guard try self.kept(region) != nil else { return false }
                count = state.regions
                return true
            }
        } else {
            guard let monitored = trigger.service else { return }
            _ = try service.call(MonitorInterface.StartMonitoring(app: app, service: monitored))
            monitor = OwnMonitor(app, own, service, patience) { (state) throws(Failure) in
                state.services.contains(monitored)
            }
        }
        try EventRunner(
            trigger,
            app: app,
            command: command,
            timeLimit: timeLimit,
            once: invocation.line.has("once")
        ).run(monitor, patience)
    }

    /// Returns the region with an area: its own, or that of another of the app's with this name.
    private func named(
        _ region: MonitorInterface.AddRegion
    ) throws(Failure) -> MonitorInterface.AddRegion {
        guard region.circle == nil, region.geoJSON == nil, region.beacons == nil else { return region }
        let all = try regions().filter { $0.identifier == region.identifier }
        let named = ["default", region.monitor].lazy.compactMap { name in
            all.first { $0.monitor == name }
        }
        guard let other = named.first ?? all.first else {
            throw .notFound(
                "\(app) has no region '\(region.identifier.harmless)'; give --circle, --geojson or --beacons, or add it "
                    + "with 'waymarkctl region add \(app) \(region.identifier.harmless)'"
            )
        }
        var region = region
        (region.circle, region.geoJSON, region.beacons) = (other.circle, other.geoJSON, other.beacons)
        return region
    }

    /// Returns the region of this trigger as the service has it.
    private func kept(_ region: MonitorInterface.AddRegion) throws(Failure) -> MonitorInterface.Region? {
        try regions().first { $0.monitor == region.monitor && $0.identifier == region.identifier }
    }

    private func regions() throws(Failure) -> [MonitorInterface.Region] {
        try invocation.service.callForAllPages(MonitorInterface.ListRegions(app: app)).value.regions
    }
}
