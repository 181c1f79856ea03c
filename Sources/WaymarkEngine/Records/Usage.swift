package import LocationModel
import Regions

/// The quotas of a user; all users together may have ``usersServed`` times as much.
package struct QuotaLimits: Hashable, Codable, Sendable {
    private var limits: [Quota: Int] = [
        .widgets: 256, .timelineBytes: 4 << 20, .kinds: 512, .apps: 256, .manifests: 64, .sessions: 64,
        .requests: 64, .monitors: 64, .regions: 1000, .regionVertices: 20_000,
    ]

    /// The number of users who could all use their whole quotas.
    package static let usersServed = 16

    func whole(of quota: Quota) -> Int { min(self[quota], .max / Self.usersServed) * Self.usersServed }

    package subscript(quota: Quota) -> Int {
        get { limits[quota] ?? 0 }
        set { limits[quota] = newValue }
    }
}

/// The usage of quotas by each user.
///
/// It is updated with each addition, removal or change, and never recounted.
struct Usage: Equatable, Sendable {
    private var amounts: [Quota: FairShares] = [:]

    init(of state: SavedState) {
        for app in Set(state.grants.keys).union(state.kinds.keys.map(\.app)) {
            add(1, to: .apps, of: app.user)
        }
        for kind in state.kinds.keys { add(1, to: .kinds, of: kind.app.user) }
        for app in state.manifestTexts.keys { add(1, to: .manifests, of: app.user) }
        for region in state.regions.values {
            add(1, to: .regions, of: region.name.app.user)
            add(region.condition.vertexCount, to: .regionVertices, of: region.name.app.user)
        }
        for (app, services) in state.monitoring { add(services.count, to: .monitors, of: app.user) }
        for app in state.anchors.keys { add(1, to: .monitors, of: app.user) }
        for widget in state.widgets.values {
            add(1, to: .widgets, of: widget.kind.app.user)
            add(widget.timelineBytes, to: .timelineBytes, of: widget.kind.app.user)
        }
    }

    subscript(quota: Quota, of user: UserIdentifier) -> Int { amounts[quota]?.count(of: user.rawValue) ?? 0 }

    /// Returns the number of users who share a quota, this one included, if this one's share does not allow
    /// `amount` more.
    ///
    /// All users but root share `whole`.
    func usersSharing(_ quota: Quota, of whole: Int, ifItDenies amount: Int, to user: UserIdentifier) -> Int?
    {
        guard user != .root, let shares = amounts[quota] else { return nil }
        let free = whole - shares.total + shares.count(of: UserIdentifier.root.rawValue)
        return shares.allows(amount, for: user.rawValue, free: free) ? nil : shares.users(with: user.rawValue)
    }

    mutating func add(_ amount: Int, to quota: Quota, of user: UserIdentifier) {
        guard amount != 0 else { return }
        amounts[quota, default: FairShares()].change(user.rawValue, by: amount)
    }
}

extension Quota {
    /// Returns the message of a refusal for a person: the exceeded quota and the remedy.
    ///
    /// With `users`, that many share what all may have, and the limit is one user's share at present.
    package func text(limit: Int, users: Int? = nil) -> String {
        let sharing = users.map { " while \($0) users have some" } ?? ""
        return switch self {
        case .widgets:
            "a user may have \(limit) widgets\(sharing): remove some with 'waymarkctl remove', or raise Widgets= \(place)"
        case .timelineBytes:
            "the timelines of a user may have \(limit) bytes together\(sharing): make shorter ones, remove widgets, "
                + "or raise TimelineBytes= \(place)"
        case .kinds:
            "a user may have \(limit) registered kinds\(sharing): 'waymarkctl reset APP' forgets the unused ones of an app; "
                + "or raise Kinds= \(place)"
        case .apps:
            "a user may have \(limit) apps\(sharing): 'waymarkctl reset APP' forgets one; or raise Apps= \(place)"
        case .manifests:
            "a user may have \(limit) registered manifests\(sharing): withdraw one with 'waymarkctl manifest withdraw', "
                + "or raise Manifests= \(place)"
        case .sessions:
            "a user may have \(limit) open sessions\(sharing): end some of the programs, or raise Sessions= \(place)"
        case .requests:
            "\(limit) requests wait already, and no more may\(sharing): try again when some are answered"
        case .monitors:
            "the apps of a user may monitor \(limit) services\(sharing): stop some with 'waymarkctl events APP --stop', "
                + "or raise Monitors= \(place)"
        case .regions:
            "the apps of a user may monitor \(limit) regions\(sharing): remove some with 'waymarkctl region remove', "
                + "or raise Regions= \(place)"
        case .regionVertices:
            "the polygons that a user's apps monitor may have \(limit) vertices\(sharing): simplify or remove some, "
                + "or raise RegionVertices= \(place)"
        }
    }

    private var place: String { "in [Quotas] of the configuration" }
}
