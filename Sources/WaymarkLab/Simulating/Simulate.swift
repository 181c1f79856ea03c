import CommandLineTool
import Glibc
import Lab
import LinuxSystem
import LocationModel
import UserInput

extension Command {
    static let simulate = Command(
        name: "simulate",
        summary: "write or play the output of a simulated receiver on a drive",
        operands: "ROUTE...",
        options: [
            .init(
                "output",
                letter: "o",
                value: .path("FILE"),
                "write to this file; '-' is standard output, the default"
            ),
            .init(
                "pty",
                value: .path("LINK"),
                isValueOptional: true,
                "play on a pseudo-terminal and print its path; LINK links to it"
            ),
            .init(
                "tcp",
                value: .text("[HOST:]PORT"),
                "play to TCP clients; port 0 is any free one"
            ),
            .init(
                "udp",
                value: .text("HOST:PORT"),
                "play as UDP datagrams to a host, multicast group or broadcast address"
            ),
            .init(
                "speed",
                value: .text("realtime|N|max"),
                "the speed; default realtime, or max for a file"
            ),
            .init("loop", "start again at the end; the time continues"),
            .init(
                "truth",
                value: .path("FILE"),
                "also write the true positions: as a table, or a track if *.gpx"
            ),
            .init("check", "only describe ROUTE"),
            .init("sentences", value: .text("LIST"), "NMEA sentences such as RMC,GGA,GSA,GSV, or 'all'"),
        ] + routeOptions,
        details: """
            ROUTE is the name of a built-in drive (\(Scenario.builtIn.map(\.name).joined(separator: ", "))), a
            scenario file, a GPX file or another recording that 'decode' reads, or places:
            LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres, possibly negative. A single place requires
            --halt. The same arguments give the same bytes on every machine. SIGINT, SIGTERM and SIGHUP end
            playing with status 0. It needs no service.
            """
    ) { invocation in
        var scenario = try RouteOperand(invocation).scenario()
        try invocation.line.change(&scenario)
        if invocation.line.has("check") {
            return try invocation.output.line(ScenarioSummary(scenario).text)
        }
        try SimulateCommand(scenario: scenario, invocation).run()
    }

    static let routeOptions: [CommandOption] = [
        .init("start", value: .text("TIME"), "the start time, such as 2026-05-12T06:30:00Z, or 'now'"),
        .init("seed", value: .text("NUMBER"), "the seed of the random numbers; default 1"),
        .init("rate", value: .text("HERTZ"), "reports per second, from 0.2 to 20"),
        .init(
            "constellations",
            value: .text("LIST"),
            "satellite systems such as GPS,GLONASS,Galileo,BeiDou,QZSS"
        ),
        .init("limit", value: .text("SPEED"), "the speed limit for places and recordings, such as 30km/h"),
        .init("halt", value: .text("SPAN"), "how long to halt at each place, such as 5min"),
    ]
}

/// `waymark-lab simulate ROUTE`: writes a drive to a file or plays it to outlets.
struct SimulateCommand {
    /// The number of bytes to collect before writing.
    private static let chunk = 1 << 16

    private let scenario: Scenario
    private let line: ParsedCommandLine
    private let pace: PlaybackPace

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

    func run() throws {
        let outlets = try outlets()
        let truth = try line.value(of: "truth").map { try TruthFile($0) }
        if outlets.isEmpty {
            var file = try OutputFile(line.value(of: "output") ?? "-")
            try write(to: file, truth)
            try file.complete()
        } else {
            for outlet in outlets {
                if let text = outlet.announcement { announce(text) }
            }
            let playout = try Playout(scenario, to: outlets, at: pace, loops: line.has("loop"))
            try playout.run { (epoch) throws(SystemError) in try truth?.add(epoch) }
            for outlet in outlets { try outlet.complete() }
        }
        try truth?.finish()
    }

    /// Returns the outlets to play to; none if a file is written at unlimited speed.
    private func outlets() throws -> [any Outlet] {
        var outlets: [any Outlet] = []
        if line.has("pty") {
            let link = line.value(of: "pty") ?? ""
            outlets.append(try TerminalOutlet(link: link.isEmpty ? nil : link))
        }
        let place = try line.value(of: "tcp", "[HOST:]PORT") { text -> (host: String?, port: UInt16)? in
            UInt16(text).map { (nil, $0) } ?? HostAndPort(text, from: 0).map { ($0.host, $0.port) }
        }
        if let place {
            do throws(NetworkError) {
                outlets.append(try ServerOutlet(at: place.host, port: place.port))
            } catch { throw Failure.refused("--tcp \(line.value(of: "tcp") ?? ""): \(error)") }
        }
        if let address = try line.value(of: "udp", "HOST:PORT", { HostAndPort($0) }) {
            do throws(NetworkError) {
                outlets.append(try DatagramOutlet(to: address))
            } catch { throw Failure.refused("--udp \(address): \(error)") }
        }
        let isPlayed = !outlets.isEmpty || pace != .unlimited || line.has("loop")
        guard isPlayed, outlets.isEmpty || line.has("output") else { return outlets }
        return outlets + [try FileOutlet(line.value(of: "output") ?? "-")]
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

struct ScenarioSummary {
    /// The longest part of a drive that is summed up: one may halt for a year at each place.
    private static let longest: Duration = .seconds(7 * 86_400)

    let text: String

    init(_ scenario: Scenario) {
        // The lowest rate keeps this fast even for a whole day.
        guard let rate = EpochRate(hertz: 0.2) else { preconditionFailure("a rate that there is") }
        var meters = 0.0
        var last: SimulatedEpoch?
        var isCut = false
        for epoch in scenario.epochs(at: rate) {
            isCut = scenario.start.duration(to: epoch.time) > Self.longest
            if isCut { break }
            meters += last.map { $0.trueCoordinate.distanceMeters(to: epoch.trueCoordinate) } ?? 0
            last = epoch
        }
        let seconds = last.map { scenario.start.duration(to: $0.time).inSeconds } ?? 0
        let kilometers = (meters / 10).rounded() / 100
        text =
            "\(scenario.name.harmless): "
            + (scenario.summary.isEmpty ? "" : "\(scenario.summary.harmless); ")
            + (isCut ? "at least \(kilometers) km, in more than " : "\(kilometers) km in ")
            + "\(spoken(seconds: seconds)), from \(scenario.start)"
    }
}

final class TruthFile {
    private var file: OutputFile
    private let text: GroundTruthText

    /// Creates the file: a GPX track if its name ends with `.gpx`, else a table.
    init(_ path: String) throws {
        file = try OutputFile(path)
        text = path.hasSuffix(".gpx") ? .gpx : .table
        try file.write(Array(text.beginning.utf8))
    }

    func add(_ epoch: SimulatedEpoch) throws(SystemError) {
        try file.write(Array(text.line(for: epoch).utf8))
    }

    func finish() throws(SystemError) {
        try file.write(Array(text.ending.utf8))
        try file.complete()
    }
}
