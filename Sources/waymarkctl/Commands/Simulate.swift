import CommandLineTool
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
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
    ) { (invocation) throws(Failure) in
        switch invocation.operands[0] {
        case "set": try setLocation(invocation.operands[1], for: invocation)
        case "stop": _ = try invocation.service.call(SimulationInterface.Simulate())
        default: break
        }
        try invocation.show(SimulationInterface.GetSimulation()) { (reply) throws(Failure) in
            guard let location = reply.location else {
                return try invocation.output.line("no location is simulated")
            }
            let age = reply.ageSeconds.map { ", for \(spoken(seconds: $0))" } ?? ""
            try invocation.output.line("\(location.line)\(age)")
        }
    }

    private static func setLocation(_ text: String, for invocation: Invocation) throws(Failure) {
        let place = try PlaceText(operand: text)
        let location = SimulationInterface.SimulatedLocation(
            latitudeDegrees: place.latitudeDegrees,
            longitudeDegrees: place.longitudeDegrees,
            horizontalAccuracyMeters: invocation.line.decimal(of: "accuracy"),
            altitudeMeters: place.altitudeMeters
        )
        _ = try invocation.service.call(SimulationInterface.Simulate(location: location))
    }
}

extension SimulationInterface.SimulatedLocation {
    fileprivate var line: String {
        let radius = horizontalAccuracyMeters.map { "  within \(Int(clamping: $0.rounded(.up))) m" } ?? ""
        return "simulated: \(degrees(latitudeDegrees, longitudeDegrees))\(radius)"
    }
}
