public import LocationModel
import WaymarkInterfaces

/// An element of ``WaymarkService/beaconUpdates(for:matching:)``: the beacons in range, or the diagnostics.
public struct BeaconUpdate: Hashable, Sendable {
    /// The beacons in range, the nearest first, at most 32.
    ///
    /// A beacon is in range until it has been silent for 10 s.
    public let beacons: [RangedBeacon]

    /// The conditions that limit the updates now; empty if ``beacons`` is complete.
    public let diagnostics: Set<LiveDiagnostic>

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    /// The number of older updates that the service dropped because this app was slow.
    public let dropped: Int

    init(_ reply: LocationInterface.FollowBeacons.Reply) throws(ClientError) {
        beacons = try (reply.beacons ?? []).map { (beacon) throws(ClientError) in
            guard let uuid = BeaconUUID(beacon.uuid), let major = UInt16(exactly: beacon.major),
                let minor = UInt16(exactly: beacon.minor)
            else { throw .protocolViolation("a beacon without an identity") }
            return RangedBeacon(
                BeaconIdentity(uuid: uuid, major: major, minor: minor),
                beacon.proximity,
                accuracyMeters: beacon.accuracyMeters,
                rssi: beacon.rssi
            )
        }
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
        dropped = reply.dropped ?? 0
    }
}
