import Glibc
import LinuxSystem
import LocationModel
import NMEA

/// A serial port, at a given speed or at the one that it is found to have.
final class SerialSource: ByteSource {
    private let device: String
    private let speed: Int?
    private var port: SerialPort?
    private var search: SpeedSearch?

    /// The speed that was found last, which is tried first.
    private var lastSpeed: Int?

    init(device: String, speed: Int?) {
        self.device = device
        self.speed = speed
    }

    var subject: String { "serial port \(device)" }
    var path: String? { device }
    var descriptor: CInt? { port?.descriptor.rawValue }
    var deadline: MonotonicInstant? { search?.deadline }

    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool {
        do throws(SerialPortError) {
            port = try SerialPort(device)
        } catch {
            throw Self.problem(error, with: device)
        }
        if let speed {
            try listen(at: speed)
        } else {
            search = SpeedSearch(first: lastSpeed, at: now)
            try listen(at: search?.speed ?? SpeedSearch.usualSpeeds[0])
        }
        return true
    }

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult {
        let arrival: ReadResult
        do throws(SystemError) {
            arrival = try port?.read(into: &buffer) ?? .end
        } catch {
            throw SourceProblem(error.reason)
        }
        guard arrival != .end else { throw SourceProblem("unplugged") }
        return arrival
    }

    func judge(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning {
        guard var search else { return .right }
        defer { self.search = search }
        switch search.judge(statistics, at: now) {
        case .found:
            lastSpeed = search.speed
            return .right
        case .undecided: return .searching(search.state)
        case .next:
            try listen(at: search.speed)
            return .changed(search.state)
        }
    }

    func close() {
        port = nil
        search = nil
    }

    private func listen(at speed: Int) throws(SourceProblem) {
        do throws(SystemError) {
            try port?.listen(at: speed)
        } catch {
            guard error.code == EINVAL else { throw SourceProblem(error.reason) }
            // One that is only tried may be beyond the port; another is tried in its turn.
            guard self.speed == nil else { throw SourceProblem("it cannot do \(speed) bits per second") }
        }
    }

    static func problem(_ error: SerialPortError, with device: String) -> SourceProblem {
        switch error {
        case .notATerminal: return SourceProblem("not a serial port", waitsForPath: true)
        case .inUse(let holder): return SourceProblem(explanation(of: holder, device: device))
        case .system(let error):
            switch error.code {
            case ENOENT, ENOTDIR:
                return SourceProblem(
                    SandboxedPlace.of(device).map { "\($0); \(remedy)" } ?? "not there; plug it in",
                    waitsForPath: true
                )
            case EACCES:
                return SourceProblem("\(error.reason); \(permission(of: device))", waitsForPath: true)
            case EPERM:
                return SourceProblem(
                    "\(error.reason); DeviceAllow= of the service must name its kind, as waymarkd-serial.conf does, "
                        + "and its driver must be there when the service starts: systemctl restart waymarkd",
                    waitsForPath: true
                )
            default: return SourceProblem(error.reason)
            }
        }
    }

    private static func explanation(of holder: DeviceHolder?, device: String) -> String {
        // Who has it may be another user's, and is then not to be seen; that a gpsd runs is.
        let gpsd = DeviceHolder.find(program: "gpsd")
        let suspect = gpsd.map { "another program, perhaps \($0)" } ?? "another program"
        let text = "in use by \(holder?.description ?? suspect)"
        guard let likely = holder ?? gpsd, likely.program == "gpsd" else { return text + "; end that" }
        return text + "; end that, or take gpsd's fixes with gpsd://localhost\(device)"
    }

    private static let remedy = "put its drop-in waymarkd-serial.conf in force and start it again"

    /// Says what would let this user read the device.
    private static func permission(of path: String) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IRGRP != 0 else {
            return "only its owner may read it; a rule of udev can give it to a group"
        }
        let entry = unsafe getgrgid(status.st_gid)
        let group = unsafe entry.flatMap { unsafe $0.pointee.gr_name }.map { unsafe String(cString: $0) }
        return
            "the user of waymarkd must be in the group \(group ?? "\(status.st_gid)"), as the service is in dialout "
            + "with its drop-in waymarkd-serial.conf"
    }
}
