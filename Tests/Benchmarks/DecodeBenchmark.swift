import Glibc
import LinuxSystem
import LocationModel
import NMEA

struct DecodeBenchmark {
    private static let repetitions = 25

    let recording: SampleRecording
    let report: Report

    func run() throws {
        var statistics = NMEADecoder().statistics
        let costs = try Costs(of: Self.repetitions) { statistics = try decode() }
        guard statistics.sentences == recording.sentenceCount, statistics.fixes > 0 else {
            throw SystemError("decode", on: recording.path, code: EINVAL)
        }
        let megabytes = recording.byteCount / 1_000_000
        report.note("\(megabytes) MB, \(statistics.sentences) sentences, \(statistics.fixes) fixes")
        rate("decode to fixes", costs.wall)
        rate("  by processor time", costs.processor)
        try compare(costs.processor.median)
    }

    private func decode() throws -> DecodeStatistics {
        let number = open(recording.path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open", on: recording.path) }
        let file = FileDescriptor(owning: number)
        var decoder = NMEADecoder()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var sum = 0.0
        while true {
            let count = read(file.rawValue, &buffer, buffer.count)
            guard count >= 0 else { throw SystemError("read", on: recording.path) }
            guard count > 0 else { break }
            // Inline closures, because access to the captures of a stored closure is checked at run time.
            decoder.decode(buffer.span.extracting(0..<count)) { epoch, _ in
                if case .fix(let fix) = epoch { sum += fix.coordinate.latitudeDegrees }
            }
        }
        decoder.finish { epoch, _ in
            if case .fix(let fix) = epoch { sum += fix.coordinate.latitudeDegrees }
        }
        guard sum.isFinite else { throw SystemError("decode", on: recording.path, code: ERANGE) }
        return decoder.statistics
    }

    /// Runs the programs that also write what they decode, in turns, so that both see the same load.
    private func compare(_ own: Double) throws {
        let programs = [[ChildProgram.ownFolder + "/waymark-lab", "decode", "-"], ["gpsdecode"]]
        var costs: [[Cost]] = [[], []]
        for index in [0, 1, 0, 1] {
            if let cost = try ChildProgram.cost(of: programs[index], input: recording.path) {
                costs[index].append(cost)
            }
        }
        let times: [Spread?] = costs.map { $0.isEmpty ? nil : Costs($0).processor }
        if let lab = times[0] { rate("waymark-lab decode, JSON to /dev/null, processor time", lab) }
        guard let other = times[1] else {
            report.note("gpsdecode is not installed (gpsd-tools): nothing to compare with")
            return
        }
        rate("gpsdecode, JSON to /dev/null, processor time", other)
        report.figure("  its time to that of decoding to fixes", other.median / own, "times")
        guard let lab = times[0] else { return }
        report.figure("  its time to that of waymark-lab decode", other.median / lab.median, "times")
    }

    private func rate(_ name: String, _ time: Spread) {
        report.rate(name, of: recording.sentenceCount, in: time, "sentences/s")
    }
}
