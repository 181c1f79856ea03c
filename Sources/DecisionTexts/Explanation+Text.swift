import LocationModel
package import WaymarkEngine

extension Explanation {
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

extension Explanation.Check {
    /// The reason why the condition holds or does not, for a person.
    package var text: String {
        switch self {
        case .wantsLocation(let wants): wants ? "its kind wants a location" : "its kind wants no location"
        case .appAuthorized(let app, let authorization):
            "\(app) is \(authorization.status.isAuthorized ? "" : "not ")authorized: \(authorization.text)"
        case .widgetsAuthorized(let authorization, _):
            authorization.isAuthorizedForWidgetUpdates || authorization.grant.widgets == .granted
                ? "widgets share the authorization" : "widgets do not share the authorization"
        case .inUse(.inView, _, _, _): "it is in view"
        case .inUse(.inWindow(let since, let remaining), _, _, _):
            "last in view \(since.words) ago, in use for another \(remaining.words)"
        case .inUse(.notInUse, let authorization, true, _) where authorization.status.isAuthorized:
            "its app is in use"
        case .inUse(.notInUse, let authorization, _, _) where authorization.allowsOutOfUse:
            "it is not in use, but its app may always know"
        case .inUse(.notInUse, let authorization, _, _) where authorization.isUnconfirmed:
            "it is not in use, and \(ReloadObstacle.alwaysUnconfirmed.text)"
        case .inUse(.notInUse(let since?), _, _, let window):
            "last in view \(since.words) ago, longer than \(window.words)"
        case .inUse(.notInUse(nil), _, _, _): "it was never in view since the service started"
        case .fixFresh(let age?, _): "the last fix is \(age.words) old"
        case .fixFresh(nil, let receiversAreOn):
            receiversAreOn ? "the receivers have no fix" : "the receivers are off"
        case .fixBelieved(let doubt):
            doubt.map { "the latest fix is in doubt: \($0.text)" } ?? "nothing is in doubt"
        case .movedFarEnough(let distance?, let needed, _):
            "the last fix is \(Int(distance)) m from the last notified place, of \(Int(needed)) m"
        case .movedFarEnough(nil, _, _): "no place was notified yet"
        case .intervalPassed(_, nil): "no change was ever notified"
        case .intervalPassed(let interval, .some(.zero)):
            "the last change was more than \(interval.words) ago"
        case .intervalPassed(let interval, let remaining?):
            "the last change was less than \(interval.words) ago, the next may be in \(remaining.words)"
        case .areaLeft(nil, _): "no area was told yet"
        case .areaLeft(false, _): "the last fix is in the area that was told"
        case .areaLeft(true, nil): "the last fix is in another area than was told"
        case .areaLeft(true, let remaining?):
            "the last fix is in another area than was told, which is computed in \(remaining.words)"
        case .providerConnected(let session):
            session.map { "provider \($0) serves its kind" } ?? ReloadObstacle.noProvider.text
        case .providerReady(let obstacle): obstacle?.text ?? "no earlier request stands in the way"
        case .withheld: "told only to users who have authorized an app"
        }
    }
}
