import CommandLineTool
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let placeMachine = Command(
        name: "place-machine",
        summary: "state where this machine is, for when no receiver has a fix",
        operands: "[LATITUDE,LONGITUDE[,ALTITUDE]]",
        options: [
            .init(
                "accuracy",
                value: .decimal("METERS", 1...StatedPlace.largestAccuracyMeters),
                "the radius that the machine is certainly in; default 100"
            ),
            .init("withdraw", "withdraw the place that was stated so"),
        ],
        details: """
            Without an operand, it prints the stated place. Only root may state it or read it. Apps that may know the
            location get it, marked as stated, while no receiver has a fix. It takes precedence over Position= in the
            configuration and over GeoClue's /etc/geolocation.

            Write '--' before a place in the southern hemisphere: place-machine -- -33.9,18.4
            """
    ) { invocation in
        let line = invocation.line
        guard let text = line.operands.first else {
            if line.value(of: "accuracy") != nil { throw Failure.usage("--accuracy needs a place") }
            if line.has("withdraw") { _ = try invocation.service.call(SettingsInterface.StatePlace()) }
            return try show(invocation)
        }
        if line.has("withdraw") { throw Failure.usage("--withdraw takes no place") }
        let place = try PlaceText(operand: text)
        let stated = SettingsInterface.StatedPlace(
            latitudeDegrees: place.latitudeDegrees,
            longitudeDegrees: place.longitudeDegrees,
            accuracyMeters: line.decimal(of: "accuracy") ?? 100,
            altitudeMeters: place.altitudeMeters
        )
        _ = try invocation.service.call(SettingsInterface.StatePlace(place: stated))
        if invocation.isForMachines { return try show(invocation) }
        try invocation.output.line("this machine is at \(stated.line), for when no receiver has a fix")
    }

    private static func show(_ invocation: Invocation) throws {
        try invocation.show(SettingsInterface.GetStatedPlace()) { reply in
            guard let place = reply.place, let origin = reply.origin else {
                return try invocation.output.line("no place is stated")
            }
            let words =
                switch origin {
                case .command: "stated with place-machine"
                case .configuration: "stated in the configuration"
                case .file: "stated in GeoClue's file"
                }
            let use = reply.used ? "used now, because no receiver has a fix" : "not used now"
            try invocation.output.line("\(place.line)  \(words), \(use)")
        }
    }

    static let simulate = Command(
        name: "simulate",
        summary: "set the location of a service that simulates",
        operands: "set PLACE | show | stop",
        options: [
            .init(
                "accuracy",
                value: .decimal("METERS", 0.1...100_000),
                "for 'set': the 68 % radius; default 5"
            )
        ],
        details: """
            It is for a service that was started with --simulated. 'set' sets its location, 'stop' leaves it without
            one, and 'show' shows it. PLACE is LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres, possibly
            negative. 'waymark-lab walk' moves the location along a route.
            """
    ) { invocation in
        switch invocation.operands[0] {
        case "set":
            let place = try PlaceText(operand: invocation.operands[1])
            let location = SimulationInterface.SimulatedLocation(
                latitudeDegrees: place.latitudeDegrees,
                longitudeDegrees: place.longitudeDegrees,
                horizontalAccuracyMeters: invocation.line.decimal(of: "accuracy"),
                altitudeMeters: place.altitudeMeters
            )
            _ = try invocation.service.call(SimulationInterface.Simulate(location: location))
        case "stop": _ = try invocation.service.call(SimulationInterface.Simulate())
        default: break
        }
        try invocation.show(SimulationInterface.GetSimulation()) { reply in
            guard let location = reply.location else {
                return try invocation.output.line("no location is simulated")
            }
            let place = degrees(location.latitudeDegrees, location.longitudeDegrees)
            let radius =
                location.horizontalAccuracyMeters.map { "  within \(Int(clamping: $0.rounded(.up))) m" } ?? ""
            let age = reply.ageSeconds.map { ", for \(spoken(seconds: $0))" } ?? ""
            try invocation.output.line("simulated: \(place)\(radius)\(age)")
        }
    }
}

extension SettingsInterface.StatedPlace {
    fileprivate var line: String {
        let altitude = altitudeMeters.map { ",\($0)m" } ?? ""
        return degrees(latitudeDegrees, longitudeDegrees) + altitude
            + "  within \(Int(clamping: accuracyMeters)) m"
    }
}

extension PlaceText {
    init(operand text: String) throws {
        guard let place = PlaceText(text) else {
            throw Failure.usage("'\(text)' is not a place; write \(PlaceText.form)")
        }
        self = place
    }
}
