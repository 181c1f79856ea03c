import LocationModel
import Regions
import WaymarkInterfaces

struct Sightings {
    /// The most beacons in one report; further ones come with the next.
    private static let limit = 128

    private var sums: [BeaconIdentity: (rssi: Int, count: Int, powerAtOneMeter: Int8)] = [:]

    var isEmpty: Bool { sums.isEmpty }

    /// Adds an advertisement with the strength of its signal in dBm; one that no radio can have measured does not count.
    mutating func add(_ frame: BeaconFrame, rssi: Int) {
        guard
            BeaconSighting(
                frame.identity,
                rssi: Double(rssi),
                powerAtOneMeter: Double(frame.powerAtOneMeter)
            ) != nil
        else { return }
        let sum = sums[frame.identity] ?? (0, 0, 0)
        sums[frame.identity] = (sum.rssi + rssi, sum.count + 1, frame.powerAtOneMeter)
    }

    mutating func removeReport() -> [BeaconsInterface.Sighting] {
        let taken = sums.prefix(Self.limit)
        for (beacon, _) in taken { sums[beacon] = nil }
        return taken.map { beacon, sum in
            .init(
                uuid: beacon.uuid.description,
                major: Int(beacon.major),
                minor: Int(beacon.minor),
                rssi: Double(sum.rssi) / Double(sum.count),
                powerAtOneMeter: Int(sum.powerAtOneMeter)
            )
        }
    }

    mutating func removeAll() { sums = [:] }
}
