import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
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
            acknowledged it. The app is in use while --follow runs.
            """
    ) { invocation in
        let (line, service, app) = (invocation.line, invocation.service, invocation.operands[0])
        let services = MonitoredService.allCases.filter { service in
            switch service {
            case .significantChanges: line.has("changes")
            case .visits: line.has("visits")
            }
        }
        if line.has("stop") {
            guard !line.has("follow") else { throw Failure.usage("--stop and --follow exclude each other") }
            for stopped in services.isEmpty ? MonitoredService.allCases : services {
                _ = try service.call(MonitorInterface.StopMonitoring(app: app, service: stopped))
            }
        } else {
            guard line.has("follow") || !line.has("acknowledge") else {
                throw Failure.usage("--acknowledge needs --follow")
            }
            for started in services {
                _ = try service.call(MonitorInterface.StartMonitoring(app: app, service: started))
            }
            if line.has("follow") { return try follow(app, invocation) }
        }
        try invocation.show(MonitorInterface.ListMonitoring(app: app)) { reply in
            try show(reply.state, of: app, invocation.output)
        }
    }

    private static func follow(_ app: String, _ invocation: Invocation) throws {
        let output = invocation.output
        try invocation.service.stream(MonitorInterface.FollowEvents(app: app)).deliver { answer in
            let reply = answer.value
            guard reply.event != .keepAlive, reply.state != nil || reply.occurrence != nil else { return }
            if invocation.isForMachines {
                try output.line(answer.json)
            } else if let state = reply.state {
                try show(state, of: app, output)
            } else if let event = reply.occurrence {
                try output.line(Self.line(for: event, output))
            }
            // A printed event is done: a failure to write would have thrown.
            guard invocation.line.has("acknowledge"), let event = reply.occurrence else { return }
            _ = try invocation.service.call(MonitorInterface.Acknowledge(app: app, event: event.identifier))
        }
    }

    private static func show(_ state: MonitorInterface.State, of app: String, _ output: Output) throws {
        try output.line("\(app) monitors \(monitored(state.services, regions: state.regions) ?? "nothing")")
        if state.simulated == true {
            try output.line(output.coloured("  locations are simulated", .yellow))
        }
        for diagnostic in state.diagnostics {
            try output.line(output.coloured("  \(diagnostic.words(for: app))", .yellow))
        }
        if let place = state.place {
            try output.line("  last known place: \(words(for: place, output))")
        }
        if let visit = state.visit { try output.line("  present visit: \(words(for: visit, output))") }
    }

    static func monitored(_ services: [MonitoredService], regions: Int) -> String? {
        let words = services.map(\.spaced) + (regions > 0 ? [counted(regions, "region")] : [])
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    private static func line(for event: MonitorInterface.Occurrence, _ output: Output) -> String {
        let what =
            event.place.map { words(for: $0, output) } ?? event.visit.map { words(for: $0, output) }
            ?? event.region.map { "\($0.state.words) \($0.identifier.harmless) of \($0.monitor)" } ?? ""
        return "\(event.identifier.harmless)  \(event.kind.spaced.padded(to: 18))  \(what)"
    }

    private static func words(for place: MonitorInterface.Place, _ output: Output) -> String {
        let accuracy =
            (place.horizontalAccuracyMeters ?? place.horizontalAccuracy95Meters)
            .map { "\(Int(clamping: $0.rounded(.up))) m" } ?? "-"
        return degrees(place.latitudeDegrees, place.longitudeDegrees)
            + "  \(accuracy)  \(output.spoken(date: place.time, places: 0))"
    }

    private static func words(for visit: MonitorInterface.Visit, _ output: Output) -> String {
        let end = visit.departureInstant.map { " to \(output.spoken($0))" } ?? ""
        return degrees(visit.coordinate.latitudeDegrees, visit.coordinate.longitudeDegrees)
            + "  \(Int(clamping: visit.horizontalAccuracyMeters.rounded(.up))) m"
            + "  from \(output.spoken(visit.arrivalInstant))\(end)"
    }
}

extension RawRepresentable<String> {
    /// The word of an interface as people write it: `significantChange` is `significant change`.
    var spaced: String { rawValue.dashed.replacing("-", with: " ") }
}

extension MonitoringDiagnostic {
    func words(for app: String) -> String {
        switch self {
        case .authorizationNotDetermined:
            "gets nothing: the person has not decided; 'waymarkctl authorize \(app) when-in-use' allows it"
        case .authorizationRequestInProgress: "gets nothing yet: the person is being asked"
        case .authorizationDenied:
            "gets nothing: it may not know the location; 'waymarkctl authorize \(app) when-in-use' allows it"
        case .authorizationDeniedGlobally: "location services are off; see 'waymarkctl services'"
        case .authorizationRestricted: "gets nothing: the administrator forbids it"
        case .pausedByPerson: "gets nothing now: the location is paused; see 'waymarkctl resume'"
        case .insufficientlyInUse: "gets nothing now: it is not in use"
        case .alwaysAuthorizationDenied:
            "may know only while it is in use; 'waymarkctl authorize \(app) always' allows the rest"
        case .serviceSessionRequired:
            "gets nothing now: its manifest requires a service session, and it holds none"
        case .accuracyLimited: "gets areas some kilometres wide: its accuracy is reduced"
        case .locationUnavailable: "no receiver can give a position; see 'waymarkctl receivers'"
        case .beaconsUnavailable: "nobody can listen for beacons; see 'waymarkctl availability'"
        }
    }
}
