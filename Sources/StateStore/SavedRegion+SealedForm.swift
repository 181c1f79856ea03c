import LocationModel
import Regions
import WaymarkEngine

// The name is sealed with the rest: what somebody calls a place tells as much as where it is.
extension SavedRegion: SealedContent {
    private static let unknown: UInt64 = 2
    private static let circle: UInt64 = 0
    private static let polygons: UInt64 = 1
    private static let beacons: UInt64 = 2

    /// What stands for any number of a beacon.
    private static let any: UInt64 = 1 << 16

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(UInt64(name.app.user.rawValue))
        bytes.append(name.app.app.rawValue)
        bytes.append(name.monitor.rawValue)
        bytes.append(name.identifier.rawValue)
        for state in [isInside, toldInside] { bytes.append(state.map { $0 ? 1 : 0 } ?? Self.unknown) }
        for event in [event, lastEvent] { bytes.append(event) }
        switch condition {
        case .area(.circle(let circle)):
            bytes.append(Self.circle)
            bytes.append(circle.center)
            bytes.append(circle.radiusMeters.bitPattern)
        case .area(.polygons(let shape)):
            bytes.append(Self.polygons)
            for rings in shape.polygons {
                bytes.append(UInt64(rings.count))
                for ring in rings {
                    bytes.append(UInt64(ring.count))
                    for vertex in ring { bytes.append(vertex) }
                }
            }
        case .beacons(let condition):
            bytes.append(Self.beacons)
            bytes.append(condition.uuid.halves.0)
            bytes.append(condition.uuid.halves.1)
            for number in [condition.major, condition.minor] {
                bytes.append(number.map { UInt64($0) } ?? Self.any)
            }
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: RegionNumber) {
        var reader = FormReader(bytes)
        guard let user = reader.number().flatMap({ UInt32(exactly: $0) }),
            let app = reader.text().flatMap({ AppIdentifier($0) }),
            let monitor = reader.text().flatMap({ MonitorName($0) }),
            let identifier = reader.text().flatMap({ RegionIdentifier($0) }),
            let isInside = reader.number(), let toldInside = reader.number(),
            let event = reader.regionEvent(), let lastEvent = reader.regionEvent(),
            let kind = reader.number(), max(isInside, toldInside) <= Self.unknown
        else { return nil }
        let condition: RegionCondition?
        switch kind {
        case Self.circle:
            guard let center = reader.coordinate(), let radius = reader.number().map(Double.init(bitPattern:))
            else { return nil }
            condition = CircleShape(center: center, radiusMeters: radius).map { .area(.circle($0)) }
        case Self.polygons:
            condition = reader.polygons().flatMap { PolygonShape(polygons: $0) }.map { .area(.polygons($0)) }
        case Self.beacons: condition = reader.beacons(any: Self.any).map { .beacons($0) }
        default: return nil
        }
        guard let condition, reader.isAtEnd else { return nil }
        let owner = AppKey(user: UserIdentifier(user), app: app)
        self.init(RegionName(app: owner, monitor: monitor, identifier: identifier), condition)
        self.isInside = isInside == Self.unknown ? nil : isInside == 1
        self.toldInside = toldInside == Self.unknown ? nil : toldInside == 1
        self.event = event.value
        self.lastEvent = lastEvent.value
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ coordinate: Coordinate) {
        append(coordinate.latitudeDegrees.bitPattern)
        append(coordinate.longitudeDegrees.bitPattern)
    }

    fileprivate mutating func append(_ event: RegionEvent?) {
        append(event?.identifier.rawValue ?? 0)
        guard let event else { return }
        append(event.date)
        append(event.ground.rawValue)
        append(event.isHeld ? 1 : 0 as UInt64)
        append(event.isInside ? 1 : 0 as UInt64)
    }
}

/// An event that was read, or the sign that there is none.
private struct StoredEvent {
    let value: RegionEvent?
}

extension FormReader {
    fileprivate mutating func coordinate() -> Coordinate? {
        guard let latitude = number(), let longitude = number() else { return nil }
        return Coordinate(
            latitudeDegrees: Double(bitPattern: latitude),
            longitudeDegrees: Double(bitPattern: longitude)
        )
    }

    fileprivate mutating func regionEvent() -> StoredEvent? {
        guard let identifier = number() else { return nil }
        guard identifier > 0 else { return StoredEvent(value: nil) }
        guard let date = instant(), let ground = text().flatMap(Ground.init), let isHeld = number(),
            let isInside = number(), max(isHeld, isInside) <= 1
        else { return nil }
        return StoredEvent(
            value: RegionEvent(
                identifier: MonitorEventIdentifier(identifier),
                date: date,
                ground: ground,
                isHeld: isHeld == 1,
                isInside: isInside == 1
            )
        )
    }

    fileprivate mutating func beacons(any: UInt64) -> BeaconCondition? {
        guard let first = number(), let second = number(), let major = number(), let minor = number() else {
            return nil
        }
        let uuid = BeaconUUID(halves: first, second)
        switch (UInt16(exactly: major), UInt16(exactly: minor)) {
        case (let major?, let minor?): return BeaconCondition(uuid: uuid, major: major, minor: minor)
        case (let major?, nil) where minor == any: return BeaconCondition(uuid: uuid, major: major)
        case (nil, nil) where major == any && minor == any: return BeaconCondition(uuid: uuid)
        default: return nil
        }
    }

    fileprivate mutating func polygons() -> [[[Coordinate]]]? {
        var polygons: [[[Coordinate]]] = []
        while !isAtEnd {
            guard let ringCount = number() else { return nil }
            var rings: [[Coordinate]] = []
            while rings.count < ringCount {
                guard let vertexCount = number() else { return nil }
                var ring: [Coordinate] = []
                while ring.count < vertexCount {
                    guard let vertex = coordinate() else { return nil }
                    ring.append(vertex)
                }
                rings.append(ring)
            }
            polygons.append(rings)
        }
        return polygons
    }
}
