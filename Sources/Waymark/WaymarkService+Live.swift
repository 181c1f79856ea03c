import LocationModel
import WaymarkInterfaces

extension WaymarkService {
    /// Follows the heading of the vehicle that the machine is in.
    ///
    /// A heading is where a compass points, not the direction of movement. The first element comes at once, and the next after a
    /// turn of `filterDegrees`, from 0 to 180. Under reduced accuracy there is no heading.
    public func headingUpdates(for app: String, filterDegrees: Double = 1) -> ServiceEvents<HeadingUpdate> {
        let method = LocationInterface.FollowHeading(
            app: app,
            filterDegrees: filterDegrees.isFinite ? filterDegrees : nil
        )
        return updates(method, for: app) { $0.event == .keepAlive ? nil : HeadingUpdate($0) }
    }

    /// Follows the beacons in range.
    ///
    /// The first element comes at once. Under reduced accuracy no beacons are reported, because they reveal a
    /// place. To learn when the machine comes near a beacon, also while the app does not run, use
    /// ``Monitor``.
    public func beaconUpdates(
        for app: String,
        matching condition: BeaconCondition
    ) -> ServiceEvents<BeaconUpdate> {
        let beacons = MonitorInterface.Beacons(condition)
        let method = LocationInterface.FollowBeacons(
            app: app,
            uuid: beacons.uuid,
            major: beacons.major,
            minor: beacons.minor
        )
        return updates(method, for: app) { (reply) throws(ClientError) in
            reply.event == .keepAlive ? nil : try BeaconUpdate(reply)
        }
    }
}
