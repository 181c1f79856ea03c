import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let beacons = Command(
        name: "beacons",
        summary: "print which Bluetooth beacons are in range, and how near",
        operands: "UUID[,MAJOR[,MINOR]]",
        options: [Invocation.appOption],
        details: """
            Prints the beacons in range, the nearest first, whenever they change, until it is interrupted; or the
            reason why none can be told. 'immediate' is within half a metre, 'near' within some three metres. With
            --format json, each line is an event as the service sends it.

            'waymarkctl region add APP NAME --beacons UUID' makes an app be told when it comes near them.
            """
    ) { (invocation) throws(Failure) in
        let app = invocation.app
        let beacons = try BeaconCondition(operand: invocation.operands[0])
        var registration = OwnRegistration(of: app, at: invocation.service)
        let request = LocationInterface.FollowBeacons(
            app: app,
            uuid: beacons.uuid.description,
            major: beacons.major.map { Int($0) },
            minor: beacons.minor.map { Int($0) }
        )
        try invocation.service.follow(request) { (answer) throws(Failure) in
            if answer.value.event == .keepAlive { return }
            try show(answer, invocation)
            try registration.complete(answer.value.diagnostics)
        }
    }

    private static func show(
        _ answer: ServiceConnection.Reply<LocationInterface.FollowBeacons.Reply>,
        _ invocation: Invocation
    ) throws(Failure) {
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        guard let beacons = answer.value.beacons else {
            let reason = answer.value.text.map { invocation.output.told($0) } ?? "unknown"
            return try invocation.output.line("no beacons: \(reason)")
        }
        let words = beacons.map { beacon in
            let distance = beacon.accuracyMeters.map { ", about \($0) m" } ?? ""
            return
                "\(beacon.major),\(beacon.minor) \(beacon.proximity.rawValue)\(distance) (\(beacon.rssi) dBm)"
        }
        try invocation.output.line(words.isEmpty ? "no beacon is in range" : words.joined(separator: "; "))
    }
}

extension BeaconCondition {
    /// Reads beacons as a person writes them: `UUID[,MAJOR[,MINOR]]`.
    init(operand text: String) throws(Failure) {
        guard let condition = BeaconCondition(text: text) else {
            throw .usage(
                "'\(text)' is not UUID[,MAJOR[,MINOR]], such as 74278BDA-B644-4520-8F0C-720EAF059935,1"
            )
        }
        self = condition
    }
}
