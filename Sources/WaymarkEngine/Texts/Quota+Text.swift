package import LocationModel

extension Quota {
    /// Returns the message of a refusal for a person: the exceeded quota and the remedy.
    ///
    /// With `users`, so many share what all may have, and the limit is one user's share at present.
    package func text(limit: Int, users: Int? = nil) -> String {
        let crowd = users.map { " while \($0) users have some" } ?? ""
        return switch self {
        case .widgets:
            "a user may have \(limit) widgets\(crowd): remove some with 'waymarkctl remove', or raise Widgets= \(place)"
        case .timelineBytes:
            "the timelines of a user may have \(limit) bytes together\(crowd): make shorter ones, remove widgets, "
                + "or raise TimelineBytes= \(place)"
        case .kinds:
            "a user may have \(limit) registered kinds\(crowd): 'waymarkctl reset APP' forgets the unused ones of an app; "
                + "or raise Kinds= \(place)"
        case .apps:
            "a user may have \(limit) apps\(crowd): 'waymarkctl reset APP' forgets one; or raise Apps= \(place)"
        case .manifests:
            "a user may have \(limit) registered manifests\(crowd): withdraw one with 'waymarkctl manifest withdraw', "
                + "or raise Manifests= \(place)"
        case .sessions:
            "a user may have \(limit) open sessions\(crowd): end some of the programs, or raise Sessions= \(place)"
        case .requests:
            "\(limit) requests wait already, and no more may\(crowd): try again when some are answered"
        case .monitors:
            "the apps of a user may monitor \(limit) services\(crowd): stop some with 'waymarkctl events APP --stop', "
                + "or raise Monitors= \(place)"
        case .regions:
            "the apps of a user may monitor \(limit) regions\(crowd): remove some with 'waymarkctl region remove', "
                + "or raise Regions= \(place)"
        case .regionVertices:
            "the polygons that a user's apps monitor may have \(limit) vertices\(crowd): simplify or remove some, "
                + "or raise RegionVertices= \(place)"
        }
    }

    private var place: String { "in [Quotas] of the configuration" }
}
