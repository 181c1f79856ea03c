import LocationModel
import Regions
import Varlink
import WaymarkInterfaces

extension MonitorInterface.Region {
    /// Its shape; `nil` for the region of a beacon.
    var shape: RegionShape? { RegionShape(circle, geoJSON) }
}

extension MonitorInterface.AddRegion {
    var shape: RegionShape? { RegionShape(circle, geoJSON) }
}

extension RegionShape {
    fileprivate init?(_ circle: MonitorInterface.Circle?, _ geoJSON: RawJSON?) {
        if let circle,
            let center = Coordinate(
                latitudeDegrees: circle.latitudeDegrees,
                longitudeDegrees: circle.longitudeDegrees
            ), let shape = CircleShape(center: center, radiusMeters: circle.radiusMeters)
        {
            self = .circle(shape)
        } else if let geoJSON, let shape = try? PolygonShape(geoJSON: geoJSON.object) {
            self = .polygons(shape)
        } else {
            return nil
        }
    }
}
