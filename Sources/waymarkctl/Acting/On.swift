import CommandLineTool
import LocationModel
import Regions
import UserInput
import Varlink
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
            be where the command would not run; --assuming changes that.

            COMMAND follows '--'. Its environment has WAYMARK_EVENT (enter, leave, change, arrival or departure),
            WAYMARK_TIME, and, where the event has them, WAYMARK_REGION, WAYMARK_LATITUDE, WAYMARK_LONGITUDE,
            WAYMARK_ACCURACY (metres, 68 %), WAYMARK_ARRIVAL and WAYMARK_DEPARTURE. The event is on standard input as
            JSON. One command runs at a time, and further events wait. What was cut short runs again.
            Two commands for the same event of a region need a --monitor each, two for changes or visits an --app each.

            The person is asked once whether the app may know the location. While 'on' runs, 'when-in-use' is enough;
            with 'always' the newest event of each kind, and of each region, is also kept while it does not run.
            It goes on when the service restarts. With --once, a command that fails is exit status 1.
            """
    ) { invocation in
        try OnCommand(invocation: invocation).run()
    }
}

private struct OnCommand {
    let invocation: Invocation

    private var app: String { invocation.line.value(of: "app") ?? OwnApp.on.identifier }

    /// Runs until the process receives a signal, the app no longer monitors this, or the only command has
    /// ended.
    func run() throws {
        let (line, word) = (invocation.line, invocation.operands[0])
        let isAtRegion = word == "enter" || word == "leave"
        let options = ["circle", "geojson", "beacons", "assuming", "monitor"]
        if !isAtRegion, let option = options.first(where: line.has) {
            throw Failure.usage("--\(option) goes with enter and leave")
        }
        let limit = line.value(of: "time-limit") ?? "10min"
        let limits: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)
        guard let timeLimit = Quantity.duration(limit), limits.contains(timeLimit) else {
            throw Failure.usage("--time-limit \(limit): write a time from 1s to 1d, such as 5min")
        }
        var trigger = EventTrigger(word: word)
        if isAtRegion { trigger.region = (line.value(of: "monitor") ?? "on_\(word)", invocation.operands[1]) }
        let command = Array(invocation.operands.dropFirst(isAtRegion ? 2 : 1))
        let monitor = try OwnMonitor(
            app,
            app == OwnApp.on.identifier ? .on : nil,
            invocation.service,
            stopped: "\(app) monitors this no more, so nothing is run for it",
            isMonitored: try begin(trigger)
        )
        while let event = try monitor.next() {
            guard trigger.owns(event) else { continue }
            guard let variables = trigger.variables(of: event, app: app) else {
                monitor.acknowledge(event)
                continue
            }
            var problem: String?
            do {
                guard try TimedCommand.run(command, variables, input: event.json, limit: timeLimit) else {
                    return
                }
            } catch { problem = ((error as? Failure).map(\.message) ?? "\(error)")?.harmless }
            monitor.acknowledge(event)
            if line.has("once") {
                if let problem { throw Failure.refused(problem) }
                return
            }
            if let problem { Output.complain("waymarkctl: \(problem)") }
        }
    }

    /// Has the service monitor what a trigger needs, and returns the condition that it still does.
    private func begin(_ trigger: EventTrigger) throws -> OwnMonitor.Condition {
        guard let (monitor, identifier) = trigger.region else {
            let service: MonitoredService = trigger.word == "change" ? .significantChanges : .visits
            _ = try invocation.service.call(MonitorInterface.StartMonitoring(app: app, service: service))
            return { $0.services.contains(service) }
        }
        var region = MonitorInterface.AddRegion(app: app, monitor: monitor, identifier: identifier)
        region.assuming = trigger.word == "enter" ? .satisfied : .unsatisfied
        let hasArea = try Command.setArea(of: &region, invocation)
        let all = try invocation.service.regions(of: app, named: identifier)
        let own = all.first { $0.monitor == monitor }
        if !hasArea {
            // The area is that of another of the app's regions with this name.
            guard let other = all.first(where: { $0.monitor == "default" }) ?? own ?? all.first else {
                throw Failure.notFound(
                    "\(app) has no region '\(identifier.harmless)'; give --circle, --geojson or --beacons, or add it "
                        + "with 'waymarkctl region add \(app) \(identifier.harmless)'"
                )
            }
            (region.circle, region.geoJSON, region.beacons) = (other.circle, other.geoJSON, other.beacons)
        }
        // A region that is there already keeps its state.
        let shape = RegionShape(region.circle, region.geoJSON)
        let isThere = own.map { $0.shape == shape && $0.beacons == region.beacons } ?? false
        if !isThere { _ = try invocation.service.call(region) }
        return { _ in
            try invocation.service.regions(of: app, named: identifier).contains { $0.monitor == monitor }
        }
    }
}

/// The event that a command is run for.
struct EventTrigger {
    /// The word of the command line: enter, leave, change or visit.
    let word: String

    /// The region, with enter and leave.
    var region: (monitor: String, identifier: String)?

    /// The words of the events that a command runs for.
    private var words: [String?] { word == "visit" ? ["arrival", "departure"] : [word] }

    /// Whether the event is this trigger's alone, so that it is told to nobody else once it is acknowledged.
    func owns(_ event: MonitorInterface.Occurrence) -> Bool {
        guard let region else { return words.contains(event.word) }
        return event.region?.monitor == region.monitor && event.region?.identifier == region.identifier
    }

    /// The variables by which a command learns what has happened; `nil` if none runs for this event.
    ///
    /// Those without a value are unset.
    func variables(of event: MonitorInterface.Occurrence, app: String) -> [(name: String, value: String?)]? {
        guard words.contains(event.word) else { return nil }
        let (place, visit) = (event.place, event.visit)
        let latitude = visit?.coordinate.latitudeDegrees ?? place?.latitudeDegrees
        let longitude = visit?.coordinate.longitudeDegrees ?? place?.longitudeDegrees
        let accuracy = place?.horizontalAccuracyMeters ?? visit?.horizontalAccuracyMeters
        return [
            ("WAYMARK_EVENT", event.word),
            ("WAYMARK_EVENT_ID", event.identifier.harmless),
            ("WAYMARK_APP", app),
            ("WAYMARK_TIME", event.time.harmless),
            ("WAYMARK_REGION", event.region?.identifier.harmless),
            ("WAYMARK_LATITUDE", latitude?.decimal(.place)),
            ("WAYMARK_LONGITUDE", longitude?.decimal(.place)),
            ("WAYMARK_ACCURACY", accuracy?.decimal(.length)),
            ("WAYMARK_ARRIVAL", visit?.arrivalInstant?.description),
            ("WAYMARK_DEPARTURE", visit?.departureInstant?.description),
        ]
    }
}

extension MonitorInterface.Occurrence {
    /// The word by which a command knows the event; `nil` if none runs for it.
    fileprivate var word: String? {
        switch (kind, region?.state) {
        case (.significantChange, _): "change"
        case (.arrival, _), (.departure, _): kind.rawValue
        case (.region, .satisfied): "enter"
        case (.region, .unsatisfied): "leave"
        case (.region, _): nil
        }
    }
}
