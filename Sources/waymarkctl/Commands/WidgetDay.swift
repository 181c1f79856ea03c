import CommandLineTool
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

/// The decisions about one widget in 24 hours, counted.
struct WidgetDay {
    private struct Reloads {
        var charged = 0, free = 0
        var first = "", last = ""
    }

    fileprivate struct Hour {
        let name: String
        var views = 0, reloads = 0, charged = 0, held = 0, failed = 0
    }

    private var reloads: [String: Reloads] = [:]

    /// The reason and the hour of each reload that was charged and is not over, by its request.
    private var charges: [String: (reason: String, hour: Int)] = [:]

    /// The number of reloads without a location, by the reason of its absence.
    private var absences: [String: Int] = [:]

    /// The number of times that a reload was held, by its obstacle.
    private var obstacles: [String: Int] = [:]
    private var hours: [Hour] = []

    /// The texts of the latest failure and the latest warning.
    private var failure: String?, warning: String?

    /// Counts decisions about `widget`, which are in order.
    init(of widget: String, _ decisions: [InspectInterface.Decision], _ output: Output) {
        for decision in decisions where decision.widget == widget {
            let time = output.spoken(date: decision.time)
            count(decision, at: time, output)
        }
    }

    private mutating func count(_ decision: InspectInterface.Decision, at time: String, _ output: Output) {
        // A time with its minutes and seconds left out, which begins with the date unless that is today.
        let hour = time.split(separator: ":").first.map { "\($0):00" } ?? time
        if hours.last?.name != hour { hours.append(Hour(name: hour)) }
        let last = hours.count - 1
        let evidence = decision.evidence.object
        switch decision.decision {
        case "viewed": hours[last].views += 1
        case "reload":
            let reason = evidence["reason"]?.text?.harmless ?? "?"
            let isCharged = evidence["charge"]?.text == "charged"
            hours[last].reloads += 1
            var counted = reloads[reason] ?? Reloads()
            if isCharged {
                (counted.charged, hours[last].charged) = (counted.charged + 1, hours[last].charged + 1)
                if let request = evidence["request"]?.text { charges[request] = (reason, last) }
            }
            if !isCharged { counted.free += 1 }
            if counted.first.isEmpty { counted.first = time }
            counted.last = time
            reloads[reason] = counted
            if let absence = evidence["location"]?.text, absence != "given", absence != "notWanted" {
                absences[absence.harmless, default: 0] += 1
            }
        case "pending":
            hours[last].held += 1
            obstacles[evidence["obstacle"]?.text?.harmless ?? "?", default: 0] += 1
        case "timelineFailed", "timelineLate", "requestAbandoned":
            hours[last].failed += 1
            failure = output.told(decision.text)
            // The charge is given back to a widget whose provider went away.
            if decision.decision == "requestAbandoned", let request = evidence["request"]?.text,
                let charge = charges.removeValue(forKey: request)
            {
                reloads[charge.reason]?.charged -= 1
                reloads[charge.reason]?.free += 1
                hours[charge.hour].charged -= 1
            }
        case "budgetUsedUp": warning = output.told(decision.text)
        default: break
        }
        if hours[last].isQuiet { hours.removeLast() }
    }

    func print(to output: Output) throws(Failure) {
        let all = reloads.values.reduce(0) { $0 + $1.charged + $1.free }
        let charged = reloads.values.reduce(0) { $0 + $1.charged }
        try output.line("the last 24 hours: \(counted(all, "reload")), \(charged) charged")
        if !reloads.isEmpty {
            try output.table(
                reloads.sorted { $0.key < $1.key }.map { reason, reloads in
                    [
                        "  \(reason)", "\(reloads.charged) charged, \(reloads.free) free",
                        reloads.first == reloads.last ? reloads.first : "\(reloads.first) to \(reloads.last)",
                    ]
                }
            )
        }
        if !absences.isEmpty { try output.line("without a location: \(Self.words(absences))") }
        if !obstacles.isEmpty { try output.line("held back: \(Self.words(obstacles))") }
        if let failure { try output.line("last failure: \(failure)") }
        if let warning { try output.line(warning) }
        guard !hours.isEmpty else { return }
        try output.line("")
        try output.table(
            [["HOUR", "VIEWS", "RELOADS", "CHARGED", "HELD", "FAILED"]]
                + hours.suffix(24).map { hour in
                    [hour.name]
                        + [hour.views, hour.reloads, hour.charged, hour.held, hour.failed]
                        .map { $0 == 0 ? "-" : "\($0)" }
                }
        )
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

extension WidgetDay.Hour {
    /// Whether nothing that is shown has happened in it.
    fileprivate var isQuiet: Bool { views + reloads + held + failed == 0 }
}
