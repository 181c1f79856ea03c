import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let events = Command(
        name: "events",
        summary: "monitor significant changes and visits for an app, also while it does not run",
        operands: "APP",
        options: [
            .init("changes", "monitor significant changes"),
            .init("visits", "monitor visits"),
            .init("stop", "stop monitoring these, or all if none is named, and delete the events that wait"),
            .init("follow", "print the state, the events that wait, and each new one"),
            .init("acknowledge", "with --follow: delete each event once it is printed, as the app does"),
        ],
        details: """
            Without options, it prints what the app monitors and what keeps events from it. The service keeps
            the newest event of each kind (a significant change, an arrival, a departure) until the app has
            acknowledged it. The app is in use while --follow runs, which ends when the reader of its output
            ends, when the service does, or on SIGTERM or SIGINT. With --format json, each line is the service's
            reply.
            """
    ) { (invocation) throws(Failure) in
        try EventsCommand(invocation).run()
    }

    /// Returns what an app monitors; `nil` if that is nothing.
    static func monitored(_ services: [MonitoredService], regions: Int) -> String? {
        let words = services.map(\.spaced) + (regions > 0 ? [counted(regions, "region")] : [])
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }
}

private struct EventsCommand {
    private let invocation: Invocation
    private let app: String
    private let services: [MonitoredService]

    init(_ invocation: Invocation) {
        self.invocation = invocation
        app = invocation.operands[0]
        services = MonitoredService.allCases.filter { invocation.line.has($0.option) }
    }

    func run() throws(Failure) {
        if invocation.line.has("stop") {
            guard !invocation.line.has("follow") else {
                throw .usage("--stop and --follow exclude each other")
            }
            let monitored = try invocation.service.call(MonitorInterface.ListMonitoring(app: app))
            for service in services.isEmpty ? monitored.value.state.services : services {
                _ = try invocation.service.call(MonitorInterface.StopMonitoring(app: app, service: service))
            }
            return try showState()
        }
        guard invocation.line.has("follow") || !invocation.line.has("acknowledge") else {
            throw .usage("--acknowledge needs --follow")
        }
        for service in services {
            _ = try invocation.service.call(MonitorInterface.StartMonitoring(app: app, service: service))
        }
        try invocation.line.has("follow") ? follow() : showState()
    }

    private func showState() throws(Failure) {
        let reply = try invocation.service.call(MonitorInterface.ListMonitoring(app: app))
        try show(reply.value.state, reply.json)
    }

    private func follow() throws(Failure) {
        let stream = try invocation.service.stream(MonitorInterface.FollowEvents(app: app))
        let acknowledges = invocation.line.has("acknowledge")
        try stream.deliver { (answer) throws(Failure) in
            let reply = answer.value
            if reply.event == .keepAlive { return }
            if let state = reply.state {
                try show(state, answer.json)
            } else if let event = reply.occurrence {
                if invocation.isForMachines {
                    try invocation.output.line(answer.json)
                } else {
                    try invocation.output.line(line(for: event))
                }
                guard acknowledges else { return }
                // Whatever was printed is done: a failure to write has thrown.
                let done = MonitorInterface.Acknowledge(app: app, event: event.identifier)
                _ = try invocation.service.call(done)
            }
        }
    }

    private func show(_ state: MonitorInterface.State, _ json: [UInt8]) throws(Failure) {
        if invocation.isForMachines { return try invocation.output.line(json) }
        let what = Command.monitored(state.services, regions: state.regions)
        try invocation.output.line("\(app) monitors \(what ?? "nothing")")
        if state.simulated == true {
            try invocation.output.line(invocation.output.coloured("  locations are simulated", .yellow))
        }
        for diagnostic in state.diagnostics {
            try invocation.output.line(invocation.output.coloured("  \(diagnostic.words)", .yellow))
        }
        if let place = state.place { try invocation.output.line("  last known place: \(words(for: place))") }
        if let visit = state.visit { try invocation.output.line("  present visit: \(words(for: visit))") }
    }

    private func line(for event: MonitorInterface.Occurrence) -> String {
        let region = event.region.map { "\($0.state.words) \($0.identifier.harmless) of \($0.monitor)" }
        let what = event.place.map { words(for: $0) } ?? event.visit.map { words(for: $0) } ?? region ?? ""
        return "\(event.identifier.harmless)  \(event.kind.spaced.padded(to: 18))  \(what)"
    }

    private func words(for place: MonitorInterface.Place) -> String {
        let accuracy =
            (place.horizontalAccuracyMeters ?? place.horizontalAccuracy95Meters)
            .map { "\(Int(clamping: $0.rounded(.up))) m" } ?? "-"
        return degrees(place.latitudeDegrees, place.longitudeDegrees)
            + "  \(accuracy)  \(invocation.output.spoken(date: place.time, places: 0))"
    }

    private func words(for visit: MonitorInterface.Visit) -> String {
        func date(_ text: String?) -> String? { text.map { invocation.output.spoken(date: $0, places: 0) } }
        let (arrival, departure) = (visit.arrivalInstant?.description, visit.departureInstant?.description)
        return degrees(visit.coordinate.latitudeDegrees, visit.coordinate.longitudeDegrees)
            + "  \(Int(clamping: visit.horizontalAccuracyMeters.rounded(.up))) m"
            + "  from \(date(arrival) ?? "?")\(date(departure).map { " to \($0)" } ?? "")"
    }
}

extension MonitoredService {
    fileprivate var option: String {
        switch self {
        case .significantChanges: "changes"
        case .visits: "visits"
        }
    }
}

extension RawRepresentable<String> {
    /// The word of an interface as people write it: `significantChange` is `significant change`.
    var spaced: String { rawValue.dashed.replacing("-", with: " ") }
}

extension MonitoringDiagnostic {
    var words: String {
        switch self {
        case .authorizationNotDetermined:
            "gets nothing: the person has not decided; see 'waymarkctl authorize'"
        case .authorizationRequestInProgress: "gets nothing yet: the person is being asked"
        case .authorizationDenied: "gets nothing: it may not know the location; see 'waymarkctl authorize'"
        case .authorizationDeniedGlobally: "location services are off; see 'waymarkctl services'"
        case .authorizationRestricted: "gets nothing: the administrator forbids it"
        case .pausedByPerson: "gets nothing now: the location is paused; see 'waymarkctl resume'"
        case .insufficientlyInUse: "gets nothing now: it is not in use"
        case .alwaysAuthorizationDenied:
            "may know only while it is in use; 'waymarkctl authorize APP always' allows the rest"
        case .serviceSessionRequired:
            "gets nothing now: its manifest requires a service session, and it holds none"
        case .accuracyLimited: "gets areas some kilometres wide: its accuracy is reduced"
        case .locationUnavailable: "no receiver can give a position; see 'waymarkctl receivers'"
        case .beaconsUnavailable: "nobody can listen for beacons; see 'waymarkctl availability'"
        }
    }
}
