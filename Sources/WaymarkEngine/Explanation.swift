package import LocationModel

/// The explanation whether a widget would be reloaded with a location now, and if not, why.
package struct Explanation: Hashable, Sendable {
    /// One condition of a reload with a location.
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        /// The widget's kind is registered and wants a location.
        case wantsLocation

        /// The person authorized the app.
        case appAuthorized

        /// The person lets widgets share the authorization.
        case widgetsAuthorized

        /// The widget is in use, or its app may always know.
        case inUse

        /// There is a fresh fix.
        case fixFresh

        /// The latest fix, or the change that it shows, is beyond doubt.
        case fixBelieved

        /// The machine is far enough from the last notified place.
        case movedFarEnough

        /// The last change is long enough ago.
        case intervalPassed

        /// Under reduced accuracy, the machine is in another area than the one last told.
        case areaLeft

        /// A provider of the kind is connected.
        case providerConnected

        /// No earlier request blocks the reload.
        case providerReady

        /// Whether the condition is about a further significant change.
        var concernsMovement: Bool {
            self == .movedFarEnough || self == .intervalPassed || self == .areaLeft
        }
    }

    /// A condition with its evidence.
    package enum Check: Hashable, Sendable {
        /// Whether the kind is registered and wants a location.
        case wantsLocation(Bool)

        /// The app's authorization.
        case appAuthorized(AppIdentifier, Authorization)

        /// The authorization of the app's widgets; while the app itself is in use they may know what it may.
        case widgetsAuthorized(Authorization, isAppInUse: Bool)

        /// The use of the widget and its app, and the length of the in-use window.
        case inUse(WidgetUse, Authorization, isAppInUse: Bool, window: Duration)

        /// The age of the latest fix; `nil` where none is fresh.
        case fixFresh(age: Duration?, receiversAreOn: Bool)

        /// The doubt about the latest fix, if any.
        case fixBelieved(FixDoubt?)

        /// The distance of the latest fix from the last notified place, if there are both.
        case movedFarEnough(distanceMeters: Double?, neededMeters: Double, hasFreshFix: Bool)

        /// The time until the next change may be announced; `nil` when none ever was.
        case intervalPassed(Duration, remaining: Duration?)

        /// Whether the latest fix is outside the told area, if any, and the time until another may be told.
        case areaLeft(Bool?, remaining: Duration?)

        /// The provider that serves the kind.
        case providerConnected(SessionIdentifier?)

        /// The earlier request that blocks the reload, if any.
        case providerReady(ReloadObstacle?)

        /// A condition withheld from the reader.
        case withheld(Condition)

        /// The condition.
        package var condition: Condition {
            switch self {
            case .wantsLocation: .wantsLocation
            case .appAuthorized: .appAuthorized
            case .widgetsAuthorized: .widgetsAuthorized
            case .inUse: .inUse
            case .fixFresh: .fixFresh
            case .fixBelieved: .fixBelieved
            case .movedFarEnough: .movedFarEnough
            case .intervalPassed: .intervalPassed
            case .areaLeft: .areaLeft
            case .providerConnected: .providerConnected
            case .providerReady: .providerReady
            case .withheld(let condition): condition
            }
        }

        /// Whether the condition holds.
        package var holds: Bool {
            switch self {
            case .wantsLocation(let wants): wants
            case .appAuthorized(_, let authorization): authorization.status.isAuthorized
            case .widgetsAuthorized(let authorization, let isAppInUse):
                authorization.isAuthorizedForWidgetUpdates || authorization.grant.widgets == .granted
                    || authorization.status.isAuthorized && isAppInUse
            case .inUse(let use, let authorization, let isAppInUse, _):
                use.isInUse || authorization.status.isAuthorized && isAppInUse || authorization.allowsOutOfUse
            case .fixFresh(let age, _): age != nil
            case .fixBelieved(let doubt): doubt == nil
            case .movedFarEnough(let distance?, let needed, _): distance >= needed
            case .movedFarEnough(nil, _, let hasFreshFix): hasFreshFix
            case .intervalPassed(_, let remaining): (remaining ?? .zero) == .zero
            case .areaLeft(let hasLeft, let remaining): hasLeft ?? true && remaining == nil
            case .providerConnected(let session): session != nil
            case .providerReady(let obstacle): obstacle == nil
            case .withheld: true
            }
        }
    }

    /// The conditions in the order of testing.
    package let checks: [Check]

    /// The reason of the pending reload, if any.
    package let pending: ReloadReason?

    /// The first condition that is not met.
    ///
    /// A pending reload does not need the machine to move again.
    package var decisive: Check? {
        checks.first { !$0.holds && (pending == nil || !$0.condition.concernsMovement) }
    }
}

extension Engine {
    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        guard let record = widgets[widget] else { return Explanation(checks: [], pending: nil) }
        let all = movementChecks(of: record)
        let movement = tellsOfMovement ? all : all.map { .withheld($0.condition) }
        return Explanation(
            checks: authorizationChecks(of: record) + [fixCheck] + movement
                + providerChecks(of: record),
            pending: pendingReload(of: record)
        )
    }

    private func authorizationChecks(of record: WidgetRecord) -> [Explanation.Check] {
        let kind = record.saved.kind
        let authorization = authorization(of: kind.app)
        let isAppInUse = appUse.use(of: kind.app, at: now.instant).isInUse
        return [
            .wantsLocation(wantsLocation(kind)),
            .appAuthorized(kind.app.app, authorization),
            .widgetsAuthorized(authorization, isAppInUse: isAppInUse),
            .inUse(
                record.use(at: now.instant),
                authorization,
                isAppInUse: isAppInUse,
                window: settings.inUseWindow
            ),
        ]
    }

    private var fixCheck: Explanation.Check {
        .fixFresh(
            age: freshFix?.receivedAt.duration(to: now.instant),
            receiversAreOn: demand.isOn
        )
    }

    private func movementChecks(of record: WidgetRecord) -> [Explanation.Check] {
        if authorization(of: record.saved.kind.app).accuracy == .reduced {
            return [.fixBelieved(doubt), areaCheck(of: record)]
        }
        let distance = fixes.latest.flatMap { latest in
            significantChange.lastNotified?.coordinate.distanceMeters(to: latest.fix.coordinate)
        }
        // The interval is measured on the receiver's time line, because a recording may be played fast.
        let remaining = significantChange.intervalEnd
            .map { max((lastObservedAt ?? now.instant).duration(to: $0), .zero) }
        return [
            .fixBelieved(doubt),
            .movedFarEnough(
                distanceMeters: distance,
                neededMeters: settings.significantChange.distanceMeters,
                hasFreshFix: fixCheck.holds
            ),
            .intervalPassed(settings.significantChange.interval, remaining: remaining),
        ]
    }

    private func areaCheck(of record: WidgetRecord) -> Explanation.Check {
        guard let told = record.toldArea, let fix = fixes.latest?.fix else {
            return .areaLeft(nil, remaining: nil)
        }
        let margin = ReducedLocation.margin(error95Meters: fix.accuracy?.horizontal95Meters)
        guard !told.holds(fix.coordinate, marginMeters: margin) else {
            return .areaLeft(false, remaining: nil)
        }
        let remaining = reducedLocation.remaining(at: fix.coordinate, marginMeters: margin, now: now.instant)
        return .areaLeft(true, remaining: remaining)
    }

    private func providerChecks(of record: WidgetRecord) -> [Explanation.Check] {
        let obstacle: ReloadObstacle? =
            if let outstanding = record.reload.outstanding {
                .answerOutstanding(outstanding.request)
            } else if let retryAt = record.reload.retryAt, retryAt > now.instant {
                .backingOff(remaining: now.instant.duration(to: retryAt))
            } else {
                nil
            }
        return [.providerConnected(providers.session(serving: record.saved.kind)), .providerReady(obstacle)]
    }
}
