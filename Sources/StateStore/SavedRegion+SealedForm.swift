import LocationModel
import Regions
import WaymarkEngine

// The name is sealed with the rest: what somebody calls a place tells as much as where it is.
extension SavedRegion: SealedContent {
    private static let unknown: UInt64 = 2
    private static let circle: UInt64 = 0
    private static let polygons: UInt64 = 1

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(UInt64(name.app.user.rawValue))
        bytes.append(name.app.app.rawValue)
        bytes.append(name.monitor.rawValue)
        bytes.append(name.identifier.rawValue)
        for state in [isInside, toldInside] { bytes.append(state.map { $0 ? 1 : 0 } ?? Self.unknown) }
        for event in [event, lastEvent] { bytes.append(event) }
        switch shape {
        case .circle(let circle):
            bytes.append(Self.circle)
            bytes.append(circle.center)
            bytes.append(circle.radiusMeters.bitPattern)
        case .polygons(let shape):
            bytes.append(Self.polygons)
            for rings in shape.polygons {
                bytes.append(UInt64(rings.count))
                for ring in rings {
                    bytes.append(UInt64(ring.count))
                    for vertex in ring { bytes.append(vertex) }
                }
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
        let shape: RegionShape?
        switch kind {
        case Self.circle:
            guard let center = reader.coordinate(), let radius = reader.number().map(Double.init(bitPattern:))
            else { return nil }
            shape = CircleShape(center: center, radiusMeters: radius).map { .circle($0) }
        case Self.polygons:
            shape = reader.polygons().flatMap { PolygonShape(polygons: $0) }.map { .polygons($0) }
        default: return nil
        }
        guard let shape, reader.isAtEnd else { return nil }
        let owner = AppKey(user: UserIdentifier(user), app: app)
        self.init(RegionName(app: owner, monitor: monitor, identifier: identifier), shape)
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
