// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CoreLocation
import LocationModel
import Waymark

/// The places where the widgets of a kind matter, whatever their entries say.
public struct WidgetRelevance<Configuration> {
    let regions: [RelevantRegion]

    /// Creates a relevance.
    ///
    /// Of more than 8 places the first 8 count.
    public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) {
        regions = attributes.compactMap(\.context.region).prefix(8).map(\.self)
    }
}

public struct WidgetRelevanceAttribute<Configuration> {
    let context: RelevantContext
}

extension WidgetRelevanceAttribute where Configuration == Void {
    public init(context: RelevantContext) { self.context = context }
}

public struct RelevantContext: Hashable, Sendable {
    let region: RelevantRegion?

    /// Returns the context of being in a circle, whose radius counts as 100 m at least.
    public static func location(_ region: CLCircularRegion) -> RelevantContext {
        let center = Coordinate(
            latitudeDegrees: region.center.latitude,
            longitudeDegrees: region.center.longitude
        )
        return RelevantContext(
            region: center.map { RelevantRegion(center: $0, radiusMeters: region.radius) }
        )
    }
}
