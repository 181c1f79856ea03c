import LocationModel
import NMEA
import TestSupport
import Testing

/// The values in which fixes deliberately differ from gpsd's, and the number of epochs in which they do.
private let deviations: [String: (kinds: Set<ReferenceDifference>, epochs: Int)] = [
    // gpsd takes the coarser RMC and the altitude of the proprietary PASHR.
    "ac12_binary": ([.position, .altitude], 4),
    // gpsd takes the surveyed antenna position of the proprietary PERC,GPavp for a fix.
    "ericsson-gru04-02-70sec": ([.position], 2),
    // GLL is a second later than RMC and GGA; gpsd mixes the two, and holds nothing.
    "garmin48": ([.speed, .course, .altitude], 7),
    // GGA and VTG come every few seconds and are joined to each position; gpsd derives speeds.
    "humminbird-M37": ([.speed, .course, .altitude], 21),
    // No sentence states a speed; gpsd derives it from positions.
    "mr-350p": ([.speed], 12),
    // The first epoch of three satellites; gpsd turns to 3D for want of an earlier mode.
    "oncore": ([.mode], 1),
    // gpsd reads the binary messages between the sentences.
    "quectel-l76k-dual": ([.position, .speed, .course, .altitude], 129),
    // gpsd derives speeds between the slow RMC.
    "rst39": ([.speed, .course], 36),
    // The epoch's RMC is missing; gpsd derives the speed from positions.
    "triton400": ([.speed], 1),
]

/// The number of additional fixes between those of gpsd.
///
/// One additional fix at the start and one at the end of a log are common: gpsd does not report the first epochs until
/// it has learned which sentence ends them, nor the last one before that sentence arrives.
private let unreported: [String: Int] = [
    // gpsd is still learning the cycle; in that of bt451, the log's time goes back.
    "bt451": 1, "gp-320fw-2019-03-28": 1, "humminbird-M37": 2, "rst39": 1,
    // RMC and GGA are a second before GLL; gpsd reports both under the later time.
    "garmin48": 6,
    // The receiver counts no satellites in its first solutions; gpsd takes those for none.
    "hemi": 14,
    // gpsd takes its report back when the next sentence, of a later time, has no solution.
    "meinberg-gps164": 1, "quectel": 1, "unicore-um621": 1,
]

@Suite("Compared with gpsd", .enabled(if: Recordings.exist, Recordings.absence))
struct ReferenceTests {
    static let logs = Checkout.names(in: Checkout.recordings + "/gpsd", endingWith: ".log").map {
        String($0.dropLast(4))
    }

    @Test("the fixes of a log are the same, one for each epoch", arguments: logs)
    func agrees(_ log: String) throws {
        let bytes = try Recordings.bytes(of: "gpsd/\(log).log")
        let reference = ReferenceReport.fixes(in: try Recordings.bytes(of: "gpsd/\(log).log.chk"))
        let fixes = decoded(bytes).epochs.fixes
        // gpsd adds 1024 weeks to a date before 2017.
        let ahead = log == "rst39" ? Duration.seconds(1024 * 7 * 86_400) : .zero
        var next = 0
        var kinds: Set<ReferenceDifference> = []
        var epochs = 0
        var detail = ""
        var matched: [Int] = []
        for report in reference {
            // In order, because some files contain two recordings of the same time.
            let time = try #require(report.time.flatMap { UTCInstant($0) }).advanced(by: .zero - ahead)
            let match = fixes[next...].firstIndex {
                $0.time.map { abs($0.duration(to: time).wholeNanoseconds) <= 1_000_000 } ?? false
            }
            var found: Set<ReferenceDifference> = [.missing]
            if let match {
                found = report.differences(from: fixes[match])
                next = match + 1
                matched.append(match)
            }
            guard !found.isEmpty else { continue }
            kinds.formUnion(found)
            epochs += 1
            detail += "\(report.time ?? ""): \(found.map(\.rawValue).sorted()); "
        }
        #expect(kinds == deviations[log]?.kinds ?? [], "\(detail)")
        #expect(epochs == deviations[log]?.epochs ?? 0, "\(detail)")
        let others = fixes.indices.filter { fixes[$0].time != nil && !matched.contains($0) }
        let before = others.prefix { $0 < matched.first ?? .max }.count
        let after = others.reversed().prefix { $0 > matched.last ?? .max }.count
        #expect(
            others.count - min(before, 1) - min(after, 1) == unreported[log] ?? 0,
            "\(others.compactMap { fixes[$0].time?.description })"
        )
    }
}
