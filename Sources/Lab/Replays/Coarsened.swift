import LocationModel
import Regions
import WaymarkEngine

/// A value that tells a place, or is made for one.
///
/// Only its coarse form is written in a record with coarse locations. A coarse value is its own coarse form.
protocol Coarsened: Encodable {
    /// The value with every place replaced by the middle of the area that apps with reduced accuracy are told.
    var coarse: Self { get }
}

extension Coordinate: Coarsened {
    var coarse: Coordinate { ReducedArea(of: self).center }
}

extension Fix: Coarsened {
    /// The fix as a receiver would report it that knows only the area.
    var coarse: Fix {
        let area = ReducedArea(of: coordinate)
        var coarse = Fix(time: time, coordinate: area.center, mode: .twoDimensional)
        coarse.quality = quality
        coarse.accuracy = FixAccuracy(
            horizontal68Meters: area.radiusMeters,
            horizontal95Meters: area.radiusMeters,
            source: .area
        )
        return coarse
    }
}

extension RegionShape: Coarsened {
    var coarse: RegionShape {
        guard let (center, meters) = roughCircle else { return self }
        let area = ReducedArea(of: center)
        let radius = min(max(meters, area.radiusMeters), CircleShape.radii.upperBound)
        return CircleShape(center: area.center, radiusMeters: radius).map { .circle($0) } ?? self
    }
}

extension StatedPlace: Coarsened {
    var coarse: StatedPlace {
        let area = ReducedArea(of: coordinate)
        return StatedPlace(
            coordinate: area.center,
            accuracyMeters: max(accuracyMeters, area.radiusMeters),
            origin: origin
        )
    }
}

extension TimelineEntry: Coarsened {
    /// The entry without its content.
    var coarse: TimelineEntry { TimelineEntry(date: date, content: "{}", relevance: relevance) }
}
