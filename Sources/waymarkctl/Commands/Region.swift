import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    static let region = Command(
        name: "region",
        summary: "monitor circles, polygons and beacons that the machine comes to and leaves",
        operands: "add APP NAME | remove APP NAME | list APP",
        options: areaOptions("with add: ") + [
            .init(
                "assuming",
                value: .word(["inside", "outside"]),
                "with add: the state to assume; an event comes only if it is wrong"
            ),
            .init("monitor", value: .text("MONITOR"), "the app's monitor; without it, 'default'"),
        ],
        details: """
            add      monitor a region for an app, in place of one of the same name
            remove   stop monitoring it
            list     print the app's regions, of all monitors

            'waymarkctl events APP --follow' prints when regions are entered and left.
            """
    ) { (invocation) throws(Failure) in
        switch invocation.operands[0] {
        case "add": try add(invocation)
        case "remove": try remove(invocation)
        default: try list(invocation)
        }
    }

    static func areaOptions(_ condition: String) -> [CommandOption] {
        [
            .init("circle", value: .text("LAT,LON,RADIUS"), "\(condition)a circle, such as 48.1,11.5,200m"),
            .init("geojson", value: .path("FILE"), "\(condition)a polygon from a GeoJSON file"),
            .init(
                "beacons",
                value: .text("UUID[,MAJOR[,MINOR]]"),
                "\(condition)inside while one of these beacons is in range"
            ),
        ]
    }

    private static func monitorName(_ invocation: Invocation) -> String {
        invocation.line.value(of: "monitor") ?? "default"
    }

    private static func add(_ invocation: Invocation) throws(Failure) {
        var call = MonitorInterface.AddRegion(
            app: invocation.operands[1],
            monitor: monitorName(invocation),
            identifier: invocation.operands[2],
            assuming: invocation.line.value(of: "assuming").map { $0 == "inside" ? .satisfied : .unsatisfied }
        )
        guard try setArea(of: &call, invocation) else {
            throw .usage("give --circle, --geojson or --beacons")
        }
        guard ServiceConnection.fits(call) else {
            throw .refused("the polygon is too large for a message; simplify it")
        }
        try invocation.show(call) { (_) throws(Failure) in
            let name = invocation.operands[2].harmless
            let added = try region(call.identifier, of: call.monitor, of: call.app, invocation)
            guard added?.state == .unmonitored else {
                return try invocation.output.line("\(name): monitored from now on")
            }
            let app = call.app.harmless
            try invocation.output.line(
                "\(name): kept, but not monitored now; 'waymarkctl explain \(app)' says what \(app) lacks"
            )
        }
    }

    private static func remove(_ invocation: Invocation) throws(Failure) {
        let call = MonitorInterface.RemoveRegion(
            app: invocation.operands[1],
            monitor: monitorName(invocation),
            identifier: invocation.operands[2]
        )
        let isThere = try region(call.identifier, of: call.monitor, of: call.app, invocation) != nil
        try invocation.show(call) { (_) throws(Failure) in
            let name = call.identifier.harmless
            try invocation.output.line(isThere ? "\(name): removed" : "\(name): there was no such region")
        }
    }

    /// Returns a region as the service has it; `nil` if it has none.
    private static func region(
        _ identifier: String,
        of monitor: String,
        of app: String,
        _ invocation: Invocation
    ) throws(Failure) -> MonitorInterface.Region? {
        try invocation.service.callForAllPages(MonitorInterface.ListRegions(app: app)).value.regions
            .first { $0.monitor == monitor && $0.identifier == identifier }
    }

    /// Sets the area that the options describe; returns `false` if none does.
    static func setArea(
        of call: inout MonitorInterface.AddRegion,
        _ invocation: Invocation
    ) throws(Failure) -> Bool {
        let line = invocation.line
        switch (line.value(of: "circle"), line.value(of: "geojson"), line.value(of: "beacons")) {
        case (let text?, nil, nil): call.circle = try circle(text)
        case (nil, let path?, nil): call.geoJSON = try geoJSON(path)
        case (nil, nil, let text?):
            let beacons = try BeaconCondition(operand: text)
            call.beacons = .init(
                uuid: beacons.uuid.description,
                major: beacons.major.map { Int($0) },
                minor: beacons.minor.map { Int($0) }
            )
        case (nil, nil, nil): return false
        default: throw .usage("--circle, --geojson and --beacons exclude each other")
        }
        return true
    }

    private static func circle(_ text: String) throws(Failure) -> MonitorInterface.Circle {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let radius = Quantity.meters(parts[2]), latitude.isFinite, longitude.isFinite
        else {
            throw .usage("'\(text)' is not LAT,LON,RADIUS, such as 48.1,11.5,200m")
        }
        return .init(latitudeDegrees: latitude, longitudeDegrees: longitude, radiusMeters: radius)
    }

    private static func geoJSON(_ path: String) throws(Failure) -> RawJSON {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: 1 << 20)
        } catch { throw Failure(error) }
        do throws(JSONError) {
            return RawJSON(checked: String(decoding: try JSONObject(bytes).bytes, as: UTF8.self))
        } catch {
            throw .refused("\(path.harmless): no JSON object: \("\(error)".harmless)")
        }
    }

    private static func list(_ invocation: Invocation) throws(Failure) {
        let app = invocation.operands[1]
        try invocation.showAll(MonitorInterface.ListRegions(app: app)) { (reply) throws(Failure) in
            for region in reply.regions { try invocation.output.line(line(for: region)) }
            if reply.regions.isEmpty { try invocation.output.line("\(app.harmless) monitors no regions") }
        }
    }

    private static func line(for region: MonitorInterface.Region) -> String {
        let area =
            region.circle.map {
                "circle \($0.latitudeDegrees),\($0.longitudeDegrees),\(Int(clamping: $0.radiusMeters.rounded()))m"
            }
            ?? region.beacons.map { beacons in
                ([beacons.uuid] + [beacons.major, beacons.minor].compactMap { $0.map(String.init) })
                    .joined(separator: ",").harmless
            }
        return region.monitor.padded(to: 12) + "  " + region.identifier.harmless.padded(to: 20) + "  "
            + region.state.words.padded(to: 13) + "  " + (area ?? "polygon")
    }
}

extension RegionState {
    var words: String {
        switch self {
        case .satisfied: "inside"
        case .unsatisfied: "outside"
        case .unknown: "unknown"
        case .unmonitored: "not monitored"
        }
    }
}
