import Glibc
import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput

/// `waymarkctl simulate ROUTE`: writes a drive to a file or plays it to outlets.
struct SimulateCommand {
    /// The number of bytes to collect before writing.
    private static let chunk = 1 << 16

    private let scenario: Scenario
    private let line: ParsedCommandLine
    private let pace: PlaybackPace

    /// Parses the options.
    init(scenario: Scenario, _ invocation: Invocation) throws(Failure) {
        self.scenario = scenario
        line = invocation.line
        let isLive = ["pty", "tcp", "udp"].contains(where: invocation.line.has)
        let form = "realtime, max, or a number from 1 to 1000000"
        pace =
            try line.value(of: "speed", form) { PlaybackPace($0) } ?? (isLive ? .realTime : .unlimited)
        if line.has("loop"), !isLive, pace == .unlimited, line.value(of: "output") ?? "-" != "-" {
            throw .usage("--loop would fill the disk; give --speed, or play to --pty, --tcp or --udp")
        }
    }

    /// Writes or plays the whole drive.
    func run() throws(Failure) {
        let outlets = try outlets()
        let truth: TruthFile?
        var file: OutputFile?
        do throws(OutputProblem) {
            truth = try line.value(of: "truth").map { (path) throws(OutputProblem) in try TruthFile(path) }
            if outlets.isEmpty { file = try OutputFile(line.value(of: "output") ?? "-") }
        } catch { throw Failure(error) }
        do throws(SystemError) {
            if var file = file.take() {
                try write(to: file, truth)
                try file.complete()
            } else {
                for outlet in outlets {
                    if let text = outlet.announcement { announce(text) }
                }
                let playout = Playout(scenario, to: outlets, at: pace, loops: line.has("loop"))
                try playout.run { (epoch) throws(SystemError) in try truth?.add(epoch) }
                for outlet in outlets { try outlet.complete() }
            }
            try truth?.finish()
        } catch { throw Failure(error) }
    }

    /// Returns the outlets to play to; none if a file is written at unlimited speed.
    private func outlets() throws(Failure) -> [any Outlet] {
        var outlets: [any Outlet] = []
        if line.has("pty") {
            let link = line.value(of: "pty") ?? ""
            do throws(SystemError) {
                outlets.append(try TerminalOutlet(link: link.isEmpty ? nil : link))
            } catch { throw Failure(error) }
        }
        for (name, place) in try places(of: ["tcp", "udp"]) {
            do throws(NetworkError) {
                outlets.append(name == "tcp" ? try ServerOutlet(at: place) : try DatagramOutlet(to: place))
            } catch { throw .refused("--\(name) \(place.authority(port: place.port)): \(error)") }
        }
        let isPlayed = !outlets.isEmpty || pace != .unlimited || line.has("loop")
        guard isPlayed, outlets.isEmpty || line.has("output") else { return outlets }
        do throws(OutputProblem) {
            return outlets + [try FileOutlet(line.value(of: "output") ?? "-")]
        } catch { throw Failure(error) }
    }

    private func places(of names: [String]) throws(Failure) -> [(String, HostAndPort)] {
        var places: [(String, HostAndPort)] = []
        for name in names {
            let form = name == "tcp" ? "[HOST:]PORT" : "HOST:PORT"
            guard let place = try line.value(of: name, form, { HostAndPort($0) }) else { continue }
            guard name == "tcp" || (place.host != nil && place.port > 0) else {
                throw .usage("'\(line.value(of: name) ?? "")' is not valid for --\(name); give \(form)")
            }
            places.append((name, place))
        }
        return places
    }

    /// Prints the address to listen at, on standard output unless the sentences go there.
    private func announce(_ text: String) {
        let descriptor = line.value(of: "output") == "-" ? STDERR_FILENO : STDOUT_FILENO
        try? writeAll(Array("\(text)\n".utf8), to: descriptor, named: "standard output")
    }

    private func write(to file: borrowing OutputFile, _ truth: TruthFile?) throws(SystemError) {
        let writer = NMEAWriter(scenario.receiver)
        var pending: [UInt8] = []
        for epoch in scenario.epochs() {
            try truth?.add(epoch)
            writer.write(epoch, to: &pending)
            guard pending.count >= Self.chunk else { continue }
            try file.write(pending)
            pending.removeAll(keepingCapacity: true)
        }
        try file.write(pending)
    }
}
