import LocationModel
import Regions
import Varlink
import WaymarkInterfaces

enum RegionArea: Hashable {
    case shape(RegionShape)
    case beacons(MonitorInterface.Beacons)

    init?(
        _ circle: MonitorInterface.Circle?,
        _ geoJSON: RawJSON?,
        _ beacons: MonitorInterface.Beacons?
    ) {
        if let circle {
            guard
                let center = Coordinate(
                    latitudeDegrees: circle.latitudeDegrees,
                    longitudeDegrees: circle.longitudeDegrees
                ), let shape = CircleShape(center: center, radiusMeters: circle.radiusMeters)
            else { return nil }
            self = .shape(.circle(shape))
        } else if let geoJSON {
            guard let shape = try? PolygonShape(geoJSON: geoJSON.object) else { return nil }
            self = .shape(.polygons(shape))
        } else if let beacons {
            self = .beacons(beacons)
        } else {
            return nil
        }
    }

    /// Whether a place is in the area; no place is in the region of a beacon.
    func contains(_ place: Coordinate) -> Bool {
        guard case .shape(let shape) = self else { return false }
        return shape.edgeMeters(from: SurfacePoint(place)) <= 0
    }
}

extension MonitorInterface.Region {
    var area: RegionArea? { RegionArea(circle, geoJSON, beacons) }
}

extension MonitorInterface.AddRegion {
    var area: RegionArea? { RegionArea(circle, geoJSON, beacons) }
}
