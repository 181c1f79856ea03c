package import LocationModel

extension Quota {
    /// Returns the message of a refusal for a person: the exceeded quota and the remedy.
    package func text(limit: Int) -> String {
        switch self {
        case .widgets:
            "a user may have \(limit) widgets: remove some with 'waymarkctl remove', or raise Widgets= \(place)"
        case .timelineBytes:
            "the timelines of a user may have \(limit) bytes together: make shorter ones, remove widgets, "
                + "or raise TimelineBytes= \(place)"
        case .kinds:
            "a user may have \(limit) registered kinds: 'waymarkctl reset APP' forgets the unused ones of an app; "
                + "or raise Kinds= \(place)"
        case .apps:
            "a user may have \(limit) apps: 'waymarkctl reset APP' forgets one; or raise Apps= \(place)"
        case .manifests:
            "a user may have \(limit) registered manifests: withdraw one with 'waymarkctl manifest withdraw', "
                + "or raise Manifests= \(place)"
        case .sessions:
            "a user may have \(limit) open sessions: end some of the programs, or raise Sessions= \(place)"
        case .requests:
            "\(limit) requests wait already, and no more may: try again when some are answered"
        case .monitors:
            "the apps of a user may monitor \(limit) services: stop some with 'waymarkctl events APP --stop', "
                + "or raise Monitors= \(place)"
        case .regions:
            "the apps of a user may monitor \(limit) regions: remove some with 'waymarkctl region remove', "
                + "or raise Regions= \(place)"
        case .regionVertices:
            "the polygons that a user's apps monitor may have \(limit) vertices: simplify or remove some, "
                + "or raise RegionVertices= \(place)"
        }
    }

    private var place: String { "in [Quotas] of the configuration" }
}
