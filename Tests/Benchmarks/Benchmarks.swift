import Glibc
import LinuxSystem

/// Runs all benchmarks, or those of the sections that are named, and prints their figures; none of them passes or fails.
///
///     Benchmarks [FOLDER [MEGABYTES [SECTION]...]]
///     Benchmarks --region-quality RECORDING...
@main
struct Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--region-quality" {
            return RegionQuality.printTables(over: Array(arguments.dropFirst()))
        }
        // The daemon takes only absolute paths.
        let folder = absolute(arguments.first ?? ".build/bench")
        let megabytes = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let wanted = Set(arguments.dropFirst(2))
        let report = Report()
        let benchmarks = Benchmarks(folder: folder, megabytes: megabytes, report: report)
        report.note("\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, load \(load())")
        for section in benchmarks.sections where wanted.isEmpty || wanted.contains(section.name) {
            try section.run()
        }
        report.note("load at the end \(load())")
    }

    let folder: String
    let megabytes: Int
    let report: Report

    private var sections: [(name: String, run: () throws -> Void)] {
        [("decoding", decoding), ("engine", engine), ("regions", regions), ("store", store)]
    }

    private func decoding() throws {
        for mix in SampleRecording.Mix.allCases {
            report.section("Decoding, \(mix.rawValue) mix")
            let recording = try SampleRecording(mix, byteCount: megabytes * 1_000_000, in: folder)
            try DecodeBenchmark(recording: recording, report: report).run()
        }
    }

    private func engine() throws {
        report.section("Deciding")
        let recording = try SampleRecording(.position, byteCount: 10_000_000, in: folder + "/replay")
        let engine = EngineBenchmark(report: report)
        try engine.replay(contentsOfFile(recording.path, atMost: 20_000_000))
        for count in [100, 10_000] { try engine.handle(widgetCount: count) }

        report.section("A day in virtual time")
        try ScenarioBenchmark(report: report).day()
    }

    private func regions() throws {
        for count in [1000, 1_000_000] {
            report.section("Regions: \(count) circles")
            try RegionBenchmark(count: count, report: report).run()
        }
        report.section("Regions in the store and the engine")
        try KeptRegionsBenchmark(folder: folder + "/regions", report: report).run(regionCount: 1_000_000)
    }

    private func store() throws {
        report.section("Keeping the state")
        try StoreBenchmark(folder: folder + "/state", report: report).run(appCount: 10_000)
    }

    static func absolute(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func load() -> String {
        let text = (try? contentsOfFile("/proc/loadavg", atMost: 4096)) ?? []
        return text.split(separator: UInt8(ascii: " ")).first.map { String(decoding: $0, as: UTF8.self) }
            ?? "?"
    }
}
