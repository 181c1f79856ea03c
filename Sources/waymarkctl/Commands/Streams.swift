import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let heading = Command(
        name: "heading",
        summary: "print where the vehicle points, as its compass says",
        options: [
            Invocation.appOption,
            .init("follow", "keep running and print each turn"),
            .init("filter", value: .decimal("DEGREES", 0...180), "print turns from this angle on; default 1"),
            .init("deadline", value: .decimal("SECONDS", 0.1...300), "how long to wait; default 10"),
        ],
        details: """
            Prints degrees clockwise from true north, or from magnetic north if only that is known. A heading is
            not the direction of movement. The exit status is 6 if no heading arrived in time.
            """
    ) { invocation in
        let request = LocationInterface.FollowHeading(
            app: invocation.app,
            filterDegrees: invocation.line.decimal(of: "filter")
        )
        invocation.registerTool()
        guard invocation.line.has("follow") else {
            let end = ContinuousClock.now + .seconds(invocation.line.decimal(of: "deadline") ?? 10)
            let stream = try invocation.service.stream(request)
            var reason = "the service does not answer"
            while let answer = try stream.next(timeout: max(.zero, end - .now)) {
                if answer.value.heading != nil {
                    return try invocation.tell(answer.json, or: words(for: answer.value, invocation.output))
                }
                if let text = answer.value.text { reason = invocation.output.told(text) }
            }
            throw Failure.unavailable("no heading: \(reason)")
        }
        if invocation.line.value(of: "deadline") != nil {
            throw Failure.usage("--deadline is for one heading, without --follow")
        }
        try invocation.follow(request) { update in
            if update.event == .keepAlive { return nil }
            return words(for: update, invocation.output)
        }
    }

    private static func words(for update: LocationInterface.FollowHeading.Reply, _ output: Output) -> String {
        guard let heading = update.heading, let degrees = heading.trueDegrees ?? heading.magneticDegrees
        else { return "no heading: \(update.text.map { output.told($0) } ?? "unknown")" }
        let north = heading.trueDegrees == nil ? "magnetic" : "true"
        let accuracy = heading.accuracyDegrees.map { ", accurate to \(($0 * 10).rounded() / 10)" } ?? ""
        let trouble =
            switch heading.compass {
            case .uncalibrated: ", the compass wants to be calibrated"
            case .disturbed: ", the compass is disturbed by a magnetic field"
            default: ""
            }
        return "\((degrees * 10).rounded() / 10) degrees \(north)\(accuracy)\(trouble)"
    }

    static let beacons = Command(
        name: "beacons",
        summary: "print which Bluetooth beacons are in range, and how near",
        operands: "UUID[,MAJOR[,MINOR]]",
        options: [Invocation.appOption],
        details: """
            Prints the beacons in range, the nearest first, whenever they change, until it is interrupted; or the
            reason why none can be told. 'immediate' is within half a metre, 'near' within some three metres.

            'waymarkctl region add APP NAME --beacons UUID' makes an app be told when it comes near them.
            """
    ) { invocation in
        let beacons = MonitorInterface.Beacons(try BeaconCondition(operand: invocation.operands[0]))
        invocation.registerTool()
        let request = LocationInterface.FollowBeacons(
            app: invocation.app,
            uuid: beacons.uuid,
            major: beacons.major,
            minor: beacons.minor
        )
        try invocation.follow(request) { update in
            if update.event == .keepAlive { return nil }
            guard let beacons = update.beacons else {
                return "no beacons: \(update.text.map { invocation.output.told($0) } ?? "unknown")"
            }
            let words = beacons.map { beacon in
                let distance = beacon.accuracyMeters.map { ", about \($0) m" } ?? ""
                return
                    "\(beacon.major),\(beacon.minor) \(beacon.proximity.rawValue)\(distance) (\(beacon.rssi) dBm)"
            }
            return words.isEmpty ? "no beacon is in range" : words.joined(separator: "; ")
        }
    }

    static let session = Command(
        name: "session",
        summary: "hold a service session for an app, and print what the app lacks",
        operands: "APP",
        options: [
            .init(
                "level",
                value: .word(["none", "when-in-use", "always"]),
                "the authorization that the app needs; default when-in-use"
            ),
            .init(
                "full-accuracy",
                value: .text("KEY"),
                "it needs full accuracy for this purpose of its manifest"
            ),
            .init("background", "keep it in use although its windows are hidden"),
        ],
        details: """
            An app holds a session for as long as one of its features needs the location. The person is asked as
            soon as the rules allow a question. Each line says what the app needs and does not have now. The
            session lasts, and the app is in use, until the command is interrupted.
            """
    ) { invocation in
        let word = invocation.line.value(of: "level")
        let app = invocation.operands[0]
        let request = LocationInterface.HoldSession(
            app: app,
            level: SessionRequirement.allCases.first { $0.rawValue.dashed == word } ?? .whenInUse,
            fullAccuracyPurpose: invocation.line.value(of: "full-accuracy"),
            background: invocation.line.has("background") ? true : nil
        )
        try invocation.follow(request) { update in
            if update.event == .keepAlive { return nil }
            guard let lack = update.text else { return "\(app.harmless) has what it needs" }
            return invocation.output.coloured("\(app.harmless) lacks something: \(lack.harmless)", .yellow)
        }
    }
}

extension BeaconCondition {
    init(operand text: String) throws {
        guard let condition = BeaconCondition(text: text) else {
            throw Failure.usage(
                "'\(text)' is not UUID[,MAJOR[,MINOR]], such as 74278BDA-B644-4520-8F0C-720EAF059935,1"
            )
        }
        self = condition
    }
}
