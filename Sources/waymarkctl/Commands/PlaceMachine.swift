import CommandLineTool
import LocationModel
import UserInput
import Waymark
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
            Without an operand, it prints the stated place. Only root may state it or read it.

            Every app that may know the location gets this place, marked as stated, if no receiver is
            configured, and after receivers have searched for a while (After= in [Place] of the
            configuration) without a fix. It takes precedence over Position= in the configuration and
            over GeoClue's /etc/geolocation.

            Write '--' before a place in the southern hemisphere: place-machine -- -33.9,18.4
            """
    ) { (invocation) throws(Failure) in
        let line = invocation.line
        guard let text = line.operands.first else {
            if line.value(of: "accuracy") != nil { throw .usage("--accuracy needs a place") }
            return try line.has("withdraw") ? withdraw(invocation) : show(invocation)
        }
        if line.has("withdraw") { throw .usage("--withdraw takes no place") }
        let place = try PlaceText(operand: text)
        let accuracy = line.decimal(of: "accuracy") ?? 100
        let stated = SettingsInterface.StatedPlace(
            latitudeDegrees: place.latitudeDegrees,
            longitudeDegrees: place.longitudeDegrees,
            accuracyMeters: accuracy,
            altitudeMeters: place.altitudeMeters
        )
        _ = try invocation.service.call(SettingsInterface.StatePlace(place: stated))
        if invocation.isForMachines { return try show(invocation) }
        try invocation.output.line("this machine is at \(stated.line), for when no receiver has a fix")
    }

    private static func withdraw(_ invocation: Invocation) throws(Failure) {
        _ = try invocation.service.call(SettingsInterface.StatePlace())
        try show(invocation)
    }

    private static func show(_ invocation: Invocation) throws(Failure) {
        try invocation.show(SettingsInterface.GetStatedPlace()) { (reply) throws(Failure) in
            guard let place = reply.place, let origin = reply.origin else {
                return try invocation.output.line("no place is stated")
            }
            let use = reply.used ? "used now, because no receiver has a fix" : "not used now"
            try invocation.output.line("\(place.line)  \(origin.words), \(use)")
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

extension SettingsInterface.GetStatedPlace.Reply.Origin {
    fileprivate var words: String {
        switch self {
        case .command: "stated with place-machine"
        case .configuration: "stated in the configuration"
        case .file: "stated in GeoClue's file"
        }
    }
}

extension PlaceText {
    init(operand text: String) throws(Failure) {
        guard let place = PlaceText(text) else {
            throw .usage("'\(text)' is not a place; write \(PlaceText.form)")
        }
        self = place
    }
}
