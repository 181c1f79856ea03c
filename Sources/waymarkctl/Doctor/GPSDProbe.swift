import Glibc
import LinuxSystem
import LocationModel
import Varlink

/// Asks a gpsd on this machine what it knows, as any of its clients may.
struct GPSDProbe {
    /// How long its reports are read: most receivers report once a second, and satellites less often.
    private static let patience: Duration = .seconds(4)

    let host: String
    let port: UInt16

    /// Whose program the service believes; `nil` if that cannot be seen.
    let trusted: TrustedUsers?

    /// Asks.
    ///
    /// - Parameter isInstalled: Whether systemd knows gpsd; `nil` if it cannot be asked.
    /// - Returns: What it says, and how many seconds this machine's clock is ahead of its receiver's time.
    func run(isInstalled: Bool?) -> (MachineFacts.GPSD, clockAheadSeconds: Double?) {
        guard let stream = try? TCPStream(connectingTo: host, port: port), let poller = try? Poller(),
            (try? poller.watch(stream.descriptor.rawValue, for: .readable)) != nil
        else {
            let isThere = isInstalled ?? (unsafe access("/usr/sbin/gpsd", X_OK) == 0)
            return (.absent(isInstalled: isThere), nil)
        }
        if let reason = trusted?.objection(toServerOf: stream.descriptor.rawValue, patience: Self.patience) {
            return (.stranger(reason), nil)
        }
        var reports = GPSDAnswers()
        let request = Array(#"?WATCH={"enable":true,"json":true};"#.utf8) + [0x0A]
        try? writeAll(request, to: stream.descriptor.rawValue, named: "gpsd")
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let end = ContinuousClock.now + Self.patience
        // No gpsd sends a line of this length.
        while !reports.isComplete, pending.count < 65_536 {
            guard let ready = try? poller.wait(until: end), !ready.isEmpty else { break }
            let count = unsafe read(stream.descriptor.rawValue, &buffer, buffer.count)
            guard count > 0 else { break }
            pending += buffer[..<count]
            while let newline = pending.firstIndex(of: 0x0A) {
                reports.add(Array(pending[..<newline]), at: WallClock.nanosecondsSinceEpoch)
                pending.removeFirst(newline + 1)
            }
        }
        return (reports.verdict, reports.clockAheadSeconds)
    }
}

/// What the lines of a gpsd say about its receiver.
struct GPSDAnswers {
    private var isGPSD = false
    private var devices: [String]?
    private var mode: Int?
    private var used: Int?
    private var inView: Int?

    /// How many seconds this machine's clock is ahead of the receiver's time.
    private(set) var clockAheadSeconds: Double?

    /// Adds a line, received when the clock said `nanoseconds`.
    mutating func add(_ line: [UInt8], at nanoseconds: Int64) {
        guard let object = try? JSONObject(line) else { return }
        switch object["class"]?.text {
        case "VERSION": isGPSD = true
        case "DEVICES":
            devices = object["devices"]?.elements?.compactMap { JSONObject($0)?["path"]?.text } ?? []
        case "TPV":
            mode = object["mode"].flatMap(Self.integer)
            if let time = object["time"]?.text.flatMap({ UTCInstant($0) }), (mode ?? 0) >= 2 {
                let difference = nanoseconds.subtractingReportingOverflow(time.nanosecondsSince1970)
                clockAheadSeconds = difference.overflow ? nil : Double(difference.partialValue) / 1e9
            }
        case "SKY":
            used = object["uSat"].flatMap(Self.integer) ?? used
            inView = object["nSat"].flatMap(Self.integer) ?? inView
        default: break
        }
    }

    /// Whether nothing more needs to be heard.
    var isComplete: Bool { devices?.isEmpty == true || (mode ?? 0) >= 2 || mode != nil && inView != nil }

    var verdict: MachineFacts.GPSD {
        guard isGPSD else { return .foreign }
        guard let device = devices?.first else { return .hasNoDevice }
        switch mode {
        case nil: return .hearsNothing(device: device)
        case let mode? where mode >= 2: return .hasFix
        case _?: return .hasNoFix(used: used, inView: inView)
        }
    }

    private static func integer(_ value: JSONValue) -> Int? {
        Int(String(decoding: value.bytes, as: UTF8.self))
    }
}
