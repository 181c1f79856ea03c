package import LocationModel

/// Whether a widget would be reloaded with a location now, and what stands in the way.
package struct Explanation: Hashable, Sendable {
    /// One condition of a reload with a location.
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        /// Its kind is registered and wants a location.
        case wantsLocation

        /// The person authorized the app.
        case appAuthorized

        /// The person lets widgets share that.
        case widgetsAuthorized

        /// It is in use, or its app may always know.
        case inUse

        /// There is a fresh fix.
        case fixFresh

        /// The latest fix, or the change that it shows, is beyond doubt.
        case fixBelieved

        /// The machine is far enough from the last notified place.
        case movedFarEnough

        /// The last change is long enough ago.
        case intervalPassed

        /// A provider of its kind is connected.
        case providerConnected

        /// No earlier request stands in the way.
        case providerReady

        /// Whether it is about a further significant change.
        var concernsMovement: Bool { self == .movedFarEnough || self == .intervalPassed }
    }

    /// A condition with its evidence.
    package struct Check: Hashable, Sendable {
        /// The condition.
        package let condition: Condition

        /// Whether it holds.
        package let holds: Bool

        /// Why, for a person.
        package let text: String
    }

    /// The conditions in the order in which they are tested.
    package let checks: [Check]

    /// What the widget is owed already.
    package let pending: ReloadReason?

    /// The first condition that stands in the way.
    ///
    /// What the widget is owed already does not need the machine to move again.
    package var decisive: Check? {
        checks.first { !$0.holds && (pending == nil || !$0.condition.concernsMovement) }
    }

    /// The answer in one sentence.
    package var summary: String {
        switch (decisive, pending) {
        case (nil, _): "It is reloaded with the location now."
        case (let check?, nil): "It is not reloaded now: \(check.text)."
        case (let check?, let reason?):
            "A reload because \(reason.text) is pending; a reload with the location is not made now: \(check.text)."
        }
    }
}

extension Engine {
    /// Explains a widget, to somebody who may or may not know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        let movement = movementChecks.map { check in
            tellsOfMovement || check.condition == .fixFresh
                ? check
                : .init(
                    condition: check.condition,
                    holds: true,
                    text: "not told to who has authorized no app"
                )
        }
        return Explanation(
            checks: authorizationChecks(of: widget) + movement + providerChecks(of: widget),
            pending: state.pendingReloads[widget]
        )
    }

    private func authorizationChecks(of widget: WidgetIdentifier) -> [Explanation.Check] {
        guard let kind = state.widgets[widget]?.kind else { return [] }
        let wants = wantsLocation(kind)
        let authorization = authorization(of: kind.app)
        let isAuthorized = authorization.status.isAuthorized
        let isAppInUse = appUse.use(of: kind.app, at: now.instant).isInUse
        let use = windows.use(of: widget, at: now.instant)
        let inUse: (Bool, String) =
            switch use {
            case .inView: (true, "it is in view")
            case .inWindow(let since, let remaining):
                (true, "last in view \(since.words) ago, in use for another \(remaining.words)")
            case .notInUse where isAuthorized && isAppInUse: (true, "its app is in use")
            case .notInUse where authorization.allowsOutOfUse:
                (true, "it is not in use, but its app may always know")
            case .notInUse(let since?):
                (false, "last in view \(since.words) ago, longer than \(settings.inUseWindow.words)")
            case .notInUse(nil): (false, "it was never in view since the service started")
            }
        return [
            .init(
                condition: .wantsLocation,
                holds: wants,
                text: wants ? "its kind wants a location" : "its kind wants no location"
            ),
            .init(
                condition: .appAuthorized,
                holds: isAuthorized,
                text:
                    "\(kind.app.app) is \(isAuthorized ? "" : "not ")authorized: \(authorization.text)"
            ),
            .init(
                condition: .widgetsAuthorized,
                holds: authorization.allowsWidgetsInUse || isAuthorized && isAppInUse,
                text: authorization.allowsWidgetsInUse
                    ? "widgets share the authorization" : "widgets do not share the authorization"
            ),
            .init(condition: .inUse, holds: inUse.0, text: inUse.1),
        ]
    }

    private var movementChecks: [Explanation.Check] {
        let fresh = fixes.fresh(at: now.instant, lifetime: settings.fixLifetime)
        let distance = fixes.latest.flatMap { latest in
            significantChange.lastNotified?.coordinate.distanceMeters(to: latest.fix.coordinate)
        }
        let needed = settings.significantChange.distanceMeters
        let interval = settings.significantChange.interval
        // On the receiver's time line, on which the interval is measured: a recording may be played fast.
        let remaining = significantChange.intervalEnd
            .map { max((lastObservedAt ?? now.instant).duration(to: $0), .zero) }
        return [
            .init(
                condition: .fixFresh,
                holds: fresh != nil,
                text: fresh.map { "the last fix is \($0.age.words) old" }
                    ?? (demand.isOn ? "the receivers have no fix" : "the receivers are off")
            ),
            .init(
                condition: .fixBelieved,
                holds: doubt == nil,
                text: doubt.map { "the latest fix is in doubt: \($0.text)" } ?? "nothing is in doubt"
            ),
            .init(
                condition: .movedFarEnough,
                holds: distance.map { $0 >= needed } ?? (fresh != nil),
                text: distance.map {
                    "the last fix is \(Int($0)) m from the last notified place, of \(Int(needed)) m"
                }
                    ?? "no place was notified yet"
            ),
            .init(
                condition: .intervalPassed,
                holds: (remaining ?? .zero) == .zero,
                text: remaining.map {
                    $0 == .zero
                        ? "the last change was more than \(interval.words) ago"
                        : "the last change was less than \(interval.words) ago, the next may be in \($0.words)"
                } ?? "no change was ever notified"
            ),
        ]
    }

    private func providerChecks(of widget: WidgetIdentifier) -> [Explanation.Check] {
        guard let kind = state.widgets[widget]?.kind else { return [] }
        let session = providers.session(serving: kind)
        let progress = reloads[widget]
        let readiness: (Bool, String) =
            if let outstanding = progress?.outstanding {
                (false, "\(outstanding.request) is not answered yet")
            } else if let retryAt = progress?.retryAt, retryAt > now.instant {
                (false, "earlier tries failed, next in \(now.instant.duration(to: retryAt).words)")
            } else {
                (true, "no earlier request stands in the way")
            }
        return [
            .init(
                condition: .providerConnected,
                holds: session != nil,
                text: session.map { "provider \($0) serves its kind" }
                    ?? "no provider of its kind is connected"
            ),
            .init(condition: .providerReady, holds: readiness.0, text: readiness.1),
        ]
    }
}
