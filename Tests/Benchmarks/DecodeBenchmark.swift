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
        let sentences = recording.sentenceCount
        report.note(
            "\(recording.byteCount / 1_000_000) MB, \(sentences) sentences, \(statistics.fixes) fixes"
        )
        report.rate("decode to fixes", of: sentences, in: costs.wall, "sentences/s")
        report.rate("  by processor time", of: sentences, in: costs.processor, "sentences/s")
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
            decoder.decode(buffer.span.extracting(0..<count)) { epoch in
                if case .fix(let fix) = epoch { sum += fix.coordinate.latitudeDegrees }
            }
        }
        decoder.finish { epoch in
            if case .fix(let fix) = epoch { sum += fix.coordinate.latitudeDegrees }
        }
        guard sum.isFinite else { throw SystemError("decode", on: recording.path, code: ERANGE) }
        return decoder.statistics
    }

    /// Runs the programs that also write what they decode, in turns, so that both see the same load.
    private func compare(_ own: Double) throws {
        let control = ChildProgram.ownFolder + "/waymark-lab"
        var controls: [Cost] = []
        var others: [Cost] = []
        for _ in 0..<2 {
            if let cost = try ChildProgram.cost(of: [control, "decode", "-"], input: recording.path) {
                controls.append(cost)
            }
            if let cost = try ChildProgram.cost(of: ["gpsdecode"], input: recording.path) {
                others.append(cost)
            }
        }
        let sentences = recording.sentenceCount
        if !controls.isEmpty {
            report.rate(
                "waymark-lab decode, JSON to /dev/null, processor time",
                of: sentences,
                in: Costs(controls).processor,
                "sentences/s"
            )
        }
        guard !others.isEmpty else {
            report.note("gpsdecode is not installed (gpsd-tools): nothing to compare with")
            return
        }
        let other = Costs(others).processor
        report.rate("gpsdecode, JSON to /dev/null, processor time", of: sentences, in: other, "sentences/s")
        report.figure("  its time to that of decoding to fixes", other.median / own, "times")
        guard !controls.isEmpty else { return }
        report.figure(
            "  its time to that of waymark-lab decode",
            other.median / Costs(controls).processor.median,
            "times"
        )
    }
}
