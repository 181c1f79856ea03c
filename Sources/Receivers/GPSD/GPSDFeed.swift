import LocationModel
import NMEA
import Varlink

/// Turns gpsd's messages into reports.
final class GPSDFeed: LiveFeed {
    /// The time limit for gpsd's greeting, which it sends at once.
    private static let greetingTimeout: Duration = .seconds(10)

    /// More than the time for which an epoch is open, which is ten seconds at most.
    private static let longestOpen: Duration = .seconds(30)

    /// The longest text of an error, which the journal keeps; gpsd may be on another machine.
    private static let problemLimit = 250

    /// The message classes of gpsd; other JSON is not its greeting.
    private static let classes: Set = [
        "VERSION", "DEVICES", "DEVICE", "WATCH", "ERROR", "TPV", "SKY", "GST", "ATT",
    ]

    private let subject: String
    private let isOfOneDevice: Bool
    private var devices = GPSDDevices()
    private var reception = Reception()
    private(set) var statistics = DecodeStatistics()

    /// Whether gpsd says that it has no device.
    private var lacksDevice = false

    /// When the greeting must have arrived; `nil` once it has.
    private var greetingDue: MonotonicInstant?

    /// Creates a feed for a new connection; `subject` is the name with which error messages begin.
    init(of subject: String, isOfOneDevice: Bool, at now: MonotonicInstant) {
        (self.subject, self.isOfOneDevice) = (subject, isOfOneDevice)
        greetingDue = now + Self.greetingTimeout
    }

    var state: ReceiverState {
        guard lacksDevice else { return reception.state }
        return .absent(ReceiverProblem("\(subject): \(Self.lackOfDevice)"), retryAt: nil)
    }

    var deadline: MonotonicInstant? { .earliest(of: devices.deadline, reception.deadline, greetingDue) }

    func decode(_ bytes: Span<UInt8>, at now: MonotonicInstant) throws(SourceProblem) -> [ReceiverReport] {
        let text = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        guard let json = try? JSONObject(text), let line = GPSDLine(json),
            Self.classes.contains(line.class)
        else { return [] }
        greetingDue = nil
        switch line.class {
        case "ERROR":
            // A watch on all devices cannot fail; a single device that gpsd does not know may appear later.
            guard isOfOneDevice else { return [] }
            throw SourceProblem(String((line.problem ?? "").unicodeScalars.prefix(Self.problemLimit)))
        // Its list of devices, which the source asks for, tells whether that was the last one.
        case "DEVICE" where line.lacksDevice: return reports(of: devices.forget(line.device), at: now)
        case "DEVICES" where line.lacksDevice:
            guard !lacksDevice, !isOfOneDevice else { return [] }
            let last = reports(of: devices.flush(), at: now)
            (lacksDevice, reception) = (true, Reception())
            return last + [.state(state)]
        default: break
        }
        // Other messages come from a device, or name one.
        let isNews = lacksDevice && line.class != "VERSION" && line.class != "WATCH"
        if isNews { lacksDevice = false }
        return (isNews ? [.state(state)] : []) + reports(of: line, at: now)
    }

    private func reports(of line: GPSDLine, at now: MonotonicInstant) -> [ReceiverReport] {
        if let heading = devices.heading(of: line, at: now) { return [.heading(heading, observedAt: now)] }
        return reports(of: devices.record(line, at: now), at: now)
    }

    private func reports(of epochs: [GPSDDevices.CollectedEpoch], at now: MonotonicInstant)
        -> [ReceiverReport]
    {
        var reports: [ReceiverReport] = []
        // An epoch that was open while the machine slept shows where the machine was before.
        for collected in epochs where collected.arrival.duration(to: now) <= Self.longestOpen {
            statistics.epochs += 1
            if let state = reception.record(collected.epoch, at: collected.arrival) {
                reports.append(.state(state))
            }
            reports.append(.epoch(collected.epoch, observedAt: collected.arrival))
        }
        return reports
    }

    func checkQuiet(at now: MonotonicInstant) throws(SourceProblem) -> [ReceiverReport] {
        if let greetingDue, now >= greetingDue {
            throw SourceProblem("no greeting from gpsd; does another program use the port?")
        }
        var reports = reports(of: devices.flushIfQuiet(at: now), at: now)
        if let state = reception.check(at: now), !lacksDevice { reports.append(.state(state)) }
        return reports
    }

    func finish(at now: MonotonicInstant) -> [ReceiverReport] { reports(of: devices.flush(), at: now) }

    private static let lackOfDevice =
        "it has no receiver; name yours in DEVICES= of /etc/default/gpsd and restart gpsd, or run 'gpsdctl add DEVICE'"
}
