import LocationModel
import Regions
import UserInput
import WaymarkEngine

/// Lines about what apps follow while they run, and what they monitor also while they do not.
extension Statement {
    static let apps: [Statement] = [
        .timed("follow APP [within METERS] [after METERS] [every SPAN] [for ACTIVITY]") {
            (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            var request = FollowRequest()
            let words = ["within", "after", "every", "for"]
            while line.next != nil {
                if line.skip("within") {
                    request.desiredAccuracyMeters = try meters(&line)
                } else if line.skip("after") {
                    request.distanceFilterMeters = try meters(&line)
                } else if line.skip("every") {
                    request.minimumInterval = try span(&line)
                } else if line.skip("for") {
                    let activities = LocationActivity.allCases.map { (word: $0.rawValue.dashed, value: $0) }
                    request.activity = try line.choice(activities, "an activity")
                } else {
                    throw line.mistake(
                        "within METERS, after METERS, every SPAN or for ACTIVITY",
                        among: words
                    )
                }
            }
            return .follow(app, .location(request))
        },
        .timed("follow-heading APP [after DEGREES]") { (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            return .follow(app, .heading(filterDegrees: line.skip("after") ? try degrees(&line) : 1))
        },
        .timed("follow-beacons APP BEACON|UUID[,MAJOR[,MINOR]]") { (line, draft) throws(LineMistake) in
            .follow(try draft.app(&line), .beacons(try draft.beaconCondition(&line)))
        },
        .timed("unfollow APP") { (line, draft) throws(LineMistake) in .unfollow(try draft.app(&line)) },
        .timed("monitor APP significant-changes|visits") { (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            let service = try line.choice(services, "what it monitors")
            return .monitor(app, .startMonitoring(draft.apps[app].key, service))
        },
        .timed("unmonitor APP significant-changes|visits") { (line, draft) throws(LineMistake) in
            .ask(.stopMonitoring(try draft.key(&line), try line.choice(services, "what it monitors")))
        },
        .timed("region APP NAME PLACE within METERS|between PLACE...|beacons BEACON|UUID[,MAJOR[,MINOR]]") {
            (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            let name = try regionName(&line, of: draft.apps[app].key)
            func add(_ condition: RegionCondition) -> ScenarioAction {
                .monitor(app, .addRegion(name, condition, assumingInside: nil))
            }
            if line.skip("beacons") { return add(.beacons(try draft.beaconCondition(&line))) }
            if line.skip("between") {
                var ring = [try draft.place(&line)]
                while line.next != nil { ring.append(try draft.place(&line)) }
                guard ring.count >= 3, let polygon = PolygonShape(polygons: [[ring + [ring[0]]]]) else {
                    throw line.mistake("the three places or more between which the region lies")
                }
                return add(.area(.polygons(polygon)))
            }
            let center = try draft.place(&line)
            try line.require("within")
            let circle = try line.value("a radius from 10m to 1000km") { text in
                Quantity.meters(text).flatMap { meters in
                    (10...1_000_000).contains(meters)
                        ? CircleShape(center: center, radiusMeters: meters) : nil
                }
            }
            return add(.area(.circle(circle)))
        },
        .timed("anchor APP drop [chain METERS] [depth METERS] [bow METERS]|set|silence|raise") {
            (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            let key = draft.apps[app].key
            if line.skip("set") { return .monitor(app, .anchor(key, .set(nil))) }
            if line.skip("silence") { return .monitor(app, .anchor(key, .silence)) }
            if line.skip("raise") { return .monitor(app, .anchor(key, .raise)) }
            try line.require("drop")
            var (chain, depth, bow) = (40.0, 0.0, 0.0)
            while line.next != nil {
                if line.skip("chain") {
                    chain = try meters(&line)
                } else if line.skip("depth") {
                    depth = try meters(&line)
                } else if line.skip("bow") {
                    bow = try meters(&line)
                } else {
                    throw line.mistake(
                        "chain METERS, depth METERS or bow METERS",
                        among: ["chain", "depth", "bow"]
                    )
                }
            }
            guard let rode = AnchorRode(chainMeters: chain, depthMeters: depth, bowMeters: bow) else {
                throw line.mistake("a chain longer than the depth")
            }
            return .monitor(app, .anchor(key, .drop(rode)))
        },
        .timed("unregion APP NAME") { (line, draft) throws(LineMistake) in
            let app = try draft.key(&line)
            return .ask(.removeRegion(try regionName(&line, of: app)))
        },
    ]

    static func degrees(_ line: inout ScenarioLine) throws(LineMistake) -> Double {
        try line.value("degrees from 0 to 360") { text in
            Quantity.decimal(text).flatMap { (0...360).contains($0) ? $0 : nil }
        }
    }

    private static let services: [(word: String, value: MonitoredService)] =
        MonitoredService.allCases.map { (word: $0.rawValue.dashed, value: $0) }

    private static func regionName(_ line: inout ScenarioLine, of app: AppKey) throws(LineMistake)
        -> RegionName
    {
        try line.value("the name of a region") { text in
            guard let monitor = MonitorName("scenario"), let identifier = RegionIdentifier(text) else {
                return nil
            }
            return RegionName(app: app, monitor: monitor, identifier: identifier)
        }
    }
}
