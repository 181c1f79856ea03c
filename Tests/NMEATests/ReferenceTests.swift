import LocationModel
import NMEA
import Testing

/// A deliberate difference from gpsd, with the reason.
private struct Deviation {
    var kinds: Set<ReferenceDifference>
    var epochs: Int
    var referenceIsAhead = Duration.zero
    var reason: String

    static let known: [String: Deviation] = [
        "ac12_binary": Deviation(
            kinds: [.position, .altitude],
            epochs: 4,
            reason: "gpsd takes the coarser RMC and the altitude of the proprietary PASHR"
        ),
        "ericsson-gru04-02-70sec": Deviation(
            kinds: [.position],
            epochs: 2,
            reason: "gpsd takes the surveyed antenna position of the proprietary PERC,GPavp for a fix"
        ),
        "garmin48": Deviation(
            kinds: [.speed, .course, .altitude],
            epochs: 7,
            reason: "GLL is a second later than RMC and GGA; gpsd mixes the two, and holds nothing"
        ),
        "humminbird-M37": Deviation(
            kinds: [.speed, .course, .altitude],
            epochs: 21,
            reason: "GGA and VTG come every few seconds and are joined to each position; gpsd derives speeds"
        ),
        "mr-350p": Deviation(
            kinds: [.speed],
            epochs: 12,
            reason: "no sentence states a speed; gpsd derives it from positions"
        ),
        "oncore": Deviation(
            kinds: [.mode],
            epochs: 1,
            reason: "the first epoch of three satellites; gpsd turns to 3D for want of an earlier mode"
        ),
        "quectel-l76k-dual": Deviation(
            kinds: [.position, .speed, .course, .altitude],
            epochs: 129,
            reason: "gpsd reads the binary messages between the sentences"
        ),
        "rst39": Deviation(
            kinds: [.speed, .course],
            epochs: 36,
            referenceIsAhead: .seconds(1024 * 7 * 86_400),
            reason: "gpsd adds 1024 weeks to a date before 2017, and derives speeds between the slow RMC"
        ),
        "triton400": Deviation(
            kinds: [.speed],
            epochs: 1,
            reason: "the epoch's RMC is missing; gpsd derives the speed from positions"
        ),
    ]
}

/// Additional fixes between those of gpsd, with the reason for them.
///
/// One additional fix at the start and one at the end of a log are common: gpsd does not report the first epochs until
/// it has learned which sentence ends them, nor the last one before that sentence arrives.
private struct Unreported {
    var fixes: Int
    var reason: String

    static let known: [String: Unreported] = [
        "bt451": Unreported(
            fixes: 1,
            reason: "gpsd is still learning the cycle, and the log's time goes back"
        ),
        "garmin48": Unreported(
            fixes: 6,
            reason: "RMC and GGA are a second before GLL; gpsd reports both under the later time"
        ),
        "gp-320fw-2019-03-28": Unreported(fixes: 1, reason: "gpsd is still learning the cycle"),
        "hemi": Unreported(
            fixes: 14,
            reason: "the receiver counts no satellites in its first solutions; gpsd takes those for none"
        ),
        "humminbird-M37": Unreported(fixes: 2, reason: "gpsd is still learning the cycle"),
        "meinberg-gps164": Unreported(
            fixes: 1,
            reason: "gpsd takes its report back when the next sentence, of a later time, has no solution"
        ),
        "quectel": Unreported(fixes: 1, reason: "as meinberg-gps164"),
        "rst39": Unreported(fixes: 1, reason: "gpsd is still learning the cycle"),
        "unicore-um621": Unreported(fixes: 1, reason: "as meinberg-gps164"),
    ]
}

@Suite("Compared with gpsd", .enabled(if: Recordings.exist, Recordings.absence))
struct ReferenceTests {
    static let logs = Recordings.names(in: "gpsd").filter { $0.hasSuffix(".log") }.map {
        String($0.dropLast(4))
    }

    @Test("the fixes of a log are the same, one for each epoch", arguments: logs)
    func agrees(_ log: String) throws {
        let bytes = try Recordings.bytes(of: "gpsd/\(log).log")
        let reference = ReferenceReport.fixes(in: try Recordings.bytes(of: "gpsd/\(log).log.chk"))
        let fixes = decoded(bytes).epochs.fixes
        let known = Deviation.known[log]
        var next = 0
        var kinds: Set<ReferenceDifference> = []
        var epochs = 0
        var detail = ""
        var matched: [Int] = []
        for report in reference {
            // In order, because some files contain two recordings of the same time.
            let time = try #require(report.time.flatMap { UTCInstant($0) })
                .advanced(by: .zero - (known?.referenceIsAhead ?? .zero))
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
        #expect(kinds == known?.kinds ?? [], "\(detail)")
        #expect(epochs == known?.epochs ?? 0, "\(detail)")
        let others = fixes.indices.filter { fixes[$0].time != nil && !matched.contains($0) }
        let before = others.prefix { $0 < matched.first ?? .max }.count
        let after = others.reversed().prefix { $0 > matched.last ?? .max }.count
        let unreported = others.count - min(before, 1) - min(after, 1)
        #expect(
            unreported == Unreported.known[log]?.fixes ?? 0,
            "\(others.compactMap { fixes[$0].time?.description })"
        )
    }
}
