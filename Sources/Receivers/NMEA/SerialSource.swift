import Glibc
package import LinuxSystem
package import LocationModel
package import NMEA

/// A serial port at a fixed or detected line speed.
package final class SerialSource: ByteSource {
    private let device: String
    private let speed: Int?
    private var port: SerialPort?
    private var search: SpeedSearch?

    /// The line speed detected last, which is tried first.
    private var lastSpeed: Int?

    /// Creates a closed source at a speed in bits per second; without one, it is detected.
    package init(device: String, speed: Int?) {
        self.device = device
        self.speed = speed
    }

    package var subject: String { "serial port \(device)" }
    package var path: String? { device }
    package var descriptor: CInt? { port?.descriptor.rawValue }
    package var deadline: MonotonicInstant? { search?.deadline }

    package func open(at now: MonotonicInstant) throws(SourceProblem) {
        do throws(SerialPortError) {
            port = try SerialPort(device)
        } catch {
            throw Self.problem(error, with: device)
        }
        if let speed {
            try listen(at: speed)
        } else {
            search = SpeedSearch(first: lastSpeed, at: now)
            try listen(at: search?.speed ?? SpeedSearch.commonSpeeds[0])
        }
    }

    package func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult
    {
        try port?.read(into: &buffer) ?? .end
    }

    package var meaningOfEnd: String { "unplugged" }

    package func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning {
        guard var search else { return .settled }
        defer { self.search = search }
        let tuning = search.check(statistics, at: now)
        switch tuning {
        case .settled: lastSpeed = search.speed
        case .searching: break
        case .retuned: try listen(at: search.speed)
        }
        return tuning
    }

    package func close() {
        port = nil
        search = nil
    }

    private func listen(at speed: Int) throws(SourceProblem) {
        do throws(SystemError) {
            try port?.listen(at: speed)
        } catch {
            guard error.code == EINVAL else { throw SourceProblem(error.reason) }
            // A speed that is only being tried may exceed what the port can do; the search goes on.
            guard self.speed == nil else {
                throw SourceProblem("the port does not support \(speed) bits per second")
            }
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
                    SandboxedPlace.of(device).map { "\($0); \(remedy)" } ?? "not found; plug it in",
                    waitsForPath: true
                )
            case EACCES:
                return SourceProblem("\(error.reason); \(permission(of: device))", waitsForPath: true)
            case EPERM:
                return SourceProblem(
                    "\(error.reason); DeviceAllow= of the service must list its kind of device, as the package waymark-serial does, "
                        + "and its driver must be loaded when the service starts: systemctl restart waymarkd",
                    waitsForPath: true
                )
            default: return SourceProblem(error.reason)
            }
        }
    }

    private static func explanation(of holder: DeviceHolder?, device: String) -> String {
        // The holder may belong to another user and be invisible; a running gpsd is visible in any case.
        let gpsd = DeviceHolder.find(program: "gpsd")
        let suspect = gpsd.map { "another program, perhaps \($0)" } ?? "another program"
        let text = "in use by \(holder?.description ?? suspect)"
        guard let likely = holder ?? gpsd, likely.program == "gpsd" else {
            return text + "; stop that program"
        }
        return text + "; stop it, or use gpsd's fixes: gpsd://localhost\(device)"
    }

    private static let remedy = "install the package waymark-serial"

    /// Returns the advice that lets this user read the device.
    private static func permission(of path: String) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IRGRP != 0 else {
            return "only its owner can read it; give it to a group with a udev rule"
        }
        return
            "add the user of waymarkd to the group \(UserDatabase.name(ofGroup: status.st_gid)); "
            + "the package waymark-serial does so for dialout"
    }
}
