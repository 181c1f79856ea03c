import LocationModel
import Regions
import Testing
import WaymarkEngine

// What the tests store of what apps monitor.
extension Sample {
    static func changeEvent() throws -> MonitorEvent {
        let place = MonitoredPlace(
            coordinate: try #require(zurich),
            horizontal68Meters: 4.5,
            horizontal95Meters: nil,
            date: now
        )
        return MonitorEvent(
            .significantChange(place),
            identifier: MonitorEventIdentifier(1_790_000_000_000),
            date: now,
            ground: .always,
            isHeld: true
        )
    }

    static func arrivalEvent() throws -> MonitorEvent {
        MonitorEvent(
            .arrival(Visit(center: try #require(zurich), horizontal68Meters: 12, arrival: now)),
            identifier: MonitorEventIdentifier(1_790_000_000_001),
            date: now.advanced(by: .seconds(300)),
            ground: .appInUse
        )
    }

    static func departureEvent() throws -> MonitorEvent {
        let (here, end) = (try #require(zurich), now.advanced(by: .seconds(4000)))
        let visit = Visit(center: here, horizontal68Meters: 12, arrival: nil, departure: end)
        return MonitorEvent(
            .departure(visit),
            identifier: MonitorEventIdentifier(.max),
            date: now.advanced(by: .seconds(4100)),
            ground: .always
        )
    }

    static func stay() throws -> SavedStay {
        SavedStay(
            center: try #require(zurich),
            horizontal68Meters: 7.25,
            firstPresence: now,
            lastPresence: now.advanced(by: .seconds(900)),
            arrivalIsKnown: true,
            isVisit: true
        )
    }

    static func circle() throws -> SavedRegion {
        let center = try #require(zurich)
        let shape = try #require(CircleShape(center: center, radiusMeters: 250))
        var region = SavedRegion(try regionName("home"), .area(.circle(shape)), assumingInside: false)
        region.isInside = true
        let (id, content) = (MonitorEventIdentifier(7), MonitorEvent.Content.region(isInside: true))
        region.event = MonitorEvent(content, identifier: id, date: now, ground: .always, isHeld: true)
        return region
    }

    static func polygon() throws -> SavedRegion {
        let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 0)].compactMap {
            Coordinate(latitudeDegrees: $0.0, longitudeDegrees: $0.1)
        }
        let shape = try #require(PolygonShape(polygons: [[ring, ring], [ring]]))
        var region = SavedRegion(try regionName("Café, 2nd floor"), .area(.polygons(shape)))
        let (id, content) = (MonitorEventIdentifier(.max), MonitorEvent.Content.region(isInside: false))
        region.lastEvent = MonitorEvent(content, identifier: id, date: now, ground: .appInUse)
        return region
    }

    static func beacons() throws -> SavedRegion {
        let uuid = try #require(BeaconUUID("F4278BDA-B644-4520-8F0C-720EAF059935"))
        var region = SavedRegion(try regionName("shop"), .beacons(BeaconCondition(uuid: uuid, major: 65535)))
        region.isInside = true
        return region
    }

    private static func regionName(_ identifier: String) throws -> RegionName {
        let (monitor, name) = (MonitorName("Places"), RegionIdentifier(identifier))
        return RegionName(app: try app(1), monitor: try #require(monitor), identifier: try #require(name))
    }

    static func monitorAccess() throws -> AccessRecord {
        var record = try access()
        record.consumer = .monitor(record.app)
        record.ground = .always
        return record
    }
}
