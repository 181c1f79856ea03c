import LocationModel
import Regions
import Testing
import WaymarkEngine

extension SavedState {
    /// Returns whether a reload of a widget is pending: because that is saved, or because the widget has no timeline or
    /// one from before the latest significant change.
    func owesReload(of widget: WidgetIdentifier) -> Bool {
        guard let saved = widgets[widget] else { return false }
        return saved.pendingReload != nil
            || saved.timeline.map { $0.change < lastNotifiedPlace?.number ?? 0 } ?? true
    }
}

extension Event {
    func isRefused(in effects: [Effect]) -> Bool {
        let call: CallIdentifier
        switch self {
        case .called(_, _, let own), .providerConnected(_, _, _, let own, _, _),
            .hostConnected(_, _, _, let own, _),
            .appConnected(_, _, _, let own), .agentConnected(_, _, let own, _),
            .launcherConnected(_, _, _, _, let own),
            .locationRequested(_, _, _, let own), .monitorConnected(_, _, _, let own),
            .followerConnected(_, _, _, _, let own), .headingFollowerConnected(_, _, _, _, let own),
            .beaconFollowerConnected(_, _, _, _, let own), .beaconFeedConnected(_, _, let own),
            .ticketsWatched(_, _, _, let own):
            call = own
        default: return false
        }
        return effects.contains { if case .refuse(call, _) = $0 { true } else { false } }
    }

    var follower: (session: SessionIdentifier, app: AppKey)? {
        switch self {
        case .followerConnected(let session, _, let app, _, _),
            .headingFollowerConnected(let session, _, let app, _, _),
            .beaconFollowerConnected(let session, _, let app, _, _):
            (session, app)
        default: nil
        }
    }
}
