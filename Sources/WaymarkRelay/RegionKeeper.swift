import LocationModel
import Regions
import Relay
import ServiceClient
import SystemdService
import Varlink
import WaymarkInterfaces

/// Monitors the operator's regions in a monitor of the relay's own, and reads all of the relay's regions.
final class RegionKeeper {
    /// The reply to the operator: the number of regions that are monitored now, and those that are not.
    private struct Answer: Encodable {
        let taken: Int
        let refused: [RegionsFromAbove.Refusal]
    }

    /// The monitor of the operator's regions.
    private static let monitor = "relay"

    private let socket: String
    private let log: Log

    /// The last log message, which is not repeated for a repeated request.
    private var told: String?

    init(_ socket: String, _ log: Log) { (self.socket, self.log) = (socket, log) }

    /// Monitors the regions in an operator's message instead of the earlier ones.
    ///
    /// - Returns: The answer, and whether the service could be asked.
    func take(_ payload: [UInt8], _ reporter: inout RelayReporter) -> (answer: [UInt8], isAsked: Bool) {
        do {
            let wanted = try RegionsFromAbove(payload)
            var refusals = wanted.refusals
            let connection = try ServiceConnection(to: socket)
            let present = try list(connection).filter { $0.monitor == Self.monitor }.compactMap { region in
                region.shape.map { (region.identifier, $0) }
            }
            let (removed, added) = wanted.changes(from: Dictionary(present) { $1 })
            for name in removed {
                let (app, monitor) = (RelayService.app, Self.monitor)
                _ = try connection.call(
                    MonitorInterface.RemoveRegion(app: app, monitor: monitor, identifier: name)
                )
            }
            for region in added {
                do throws(ClientError) {
                    _ = try connection.call(MonitorInterface.AddRegion(region, monitor: Self.monitor))
                } catch {
                    guard let refusal = error.refusal else { throw error }
                    refusals.append(.init(region.identifier, "\(refusal)"))
                }
            }
            read(&reporter)
            let taken = wanted.regions.count + wanted.refusals.count - refusals.count
            tell("regions from the broker: \(taken) taken, \(refusals.count) refused")
            return (CodedEncoder.plainJSON(Answer(taken: taken, refused: refusals)), true)
        } catch {
            tell("regions from the broker are not taken: \(error)")
            let isAsked = (error as? ClientError).map { $0.refusal != nil } ?? true
            return (CodedEncoder.plainJSON(Answer(taken: 0, refused: [.init("", "\(error)")])), isAsked)
        }
    }

    private func tell(_ text: String) {
        if text != told { log.notice(text) }
        told = text
    }

    private func list(_ connection: ServiceConnection) throws(ClientError) -> [MonitorInterface.Region] {
        try connection.callForAllPages(MonitorInterface.ListRegions(app: RelayService.app)).value.regions
    }

    /// Reads the relay's regions, also those that a person has added.
    func read(_ reporter: inout RelayReporter) {
        do throws(ClientError) {
            reporter.define(try list(ServiceConnection(to: socket)), at: Moment.now.utc)
        } catch { log.warning("where the relay's regions are is not known: \(error)") }
    }
}

extension MonitorInterface.AddRegion {
    fileprivate init(_ region: RegionsFromAbove.Region, monitor: String) {
        self.init(app: RelayService.app, monitor: monitor, identifier: region.identifier)
        switch region.shape {
        case .circle(let circle):
            self.circle = MonitorInterface.Circle(
                latitudeDegrees: circle.center.latitudeDegrees,
                longitudeDegrees: circle.center.longitudeDegrees,
                radiusMeters: circle.radiusMeters
            )
        case .polygons(let polygons): geoJSON = RawJSON(checked: polygons.geoJSON)
        }
    }
}
