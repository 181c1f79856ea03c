import LocationModel
import Testing
import WaymarkEngine

// What a test of beacons does and looks at.
extension Scenario {
    /// A program that listens for beacons connects and begins to listen once that is wanted.
    mutating func openBeaconFeed() -> SessionIdentifier {
        openStream { .opened($0, .beaconFeed, by: .root, call: $1) }
    }

    /// Such a program connects, and says at once that it listens.
    mutating func openListeningFeed() throws -> SessionIdentifier {
        let feed = openBeaconFeed()
        try report(BeaconReport(isListening: true), from: feed)
        return feed
    }

    mutating func report(_ report: BeaconReport, from feed: SessionIdentifier) throws {
        try call(.reportBeacons(feed, report), by: .root)
    }

    /// The radio hears beacons of the shop, by their numbers in the group 1, once a second for a time.
    mutating func hear(
        _ beacons: [UInt16],
        rssi: Double = -60,
        from feed: SessionIdentifier,
        for seconds: Int = 1
    ) throws {
        let sightings = try beacons.map {
            try #require(BeaconSighting(.shop($0), rssi: rssi, powerAtOneMeter: -59))
        }
        for _ in 0..<seconds {
            try report(BeaconReport(isListening: true, sightings: sightings), from: feed)
            advance(by: .seconds(1))
        }
    }

    mutating func followBeacons(_ condition: BeaconCondition = .shop) -> SessionIdentifier {
        openStream { .opened($0, .follower(.beacons(condition), of: .weather), by: .owner, call: $1) }
    }

    mutating func addBeaconRegion(
        _ identifier: String = "shop",
        _ condition: BeaconCondition = .shop,
        assumingInside: Bool? = nil
    ) throws {
        try call(.addRegion(.named(identifier), .beacons(condition), assumingInside: assumingInside))
    }

    func beacons(to session: SessionIdentifier) -> [BeaconUpdate] {
        followerEvents(to: session).compactMap { if case .beacons(let update) = $0 { update } else { nil } }
    }

    /// What a program that listens was told.
    func wishes(to feed: SessionIdentifier) -> [Bool] {
        effects.compactMap { if case .tellBeaconFeed(feed, let isWanted) = $0 { isWanted } else { nil } }
    }
}

extension BeaconUUID {
    static let shop: BeaconUUID = {
        guard let uuid = BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935") else {
            preconditionFailure("this is a UUID")
        }
        return uuid
    }()
}

extension BeaconCondition {
    static let shop = BeaconCondition(uuid: .shop)
}

extension BeaconIdentity {
    static func shop(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: .shop, major: 1, minor: minor)
    }
}
