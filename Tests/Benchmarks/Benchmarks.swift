import Glibc
import LinuxSystem

/// Runs all benchmarks, or those of the sections that are named, and prints their figures; none of them passes or fails.
///
///     Benchmarks [FOLDER [MEGABYTES [SECTION]...]]
@main
struct Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        // The daemon takes only absolute paths.
        let folder = absolute(arguments.first ?? ".build/bench")
        let megabytes = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let wanted = Set(arguments.dropFirst(2))
        let report = Report()
        let benchmarks = Benchmarks(folder: folder, megabytes: megabytes, report: report)
        let unknown = wanted.subtracting(benchmarks.sections.map(\.name))
        guard unknown.isEmpty else {
            report.note("the sections are \(benchmarks.sections.map(\.name).joined(separator: ", "))")
            exit(2)
        }
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
        [
            ("decoding", decoding), ("engine", engine), ("regions", regions), ("store", store),
            ("calls", calls), ("live", live), ("daemon", daemon),
        ]
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
        for count in [0, 10_000, 100_000] { try engine.move(unseenCount: count) }

        report.section("Budgets: 10,000 widgets of 100 providers")
        try BudgetBenchmark(report: report).run()

        report.section("Days in virtual time")
        try ScenarioBenchmark(report: report).day()
        try ScenarioBenchmark(report: report).week()
    }

    private func regions() throws {
        for count in [1000, 100_000, 1_000_000] {
            report.section("Regions: \(count) circles")
            try RegionBenchmark(count: count, report: report).run()
        }
        for count in [1000, 100_000, 1_000_000] {
            report.section("Regions in the store and the engine: \(count) circles")
            try KeptRegionsBenchmark(folder: folder + "/regions\(count)", report: report)
                .run(regionCount: count)
        }
    }

    private func store() throws {
        report.section("Keeping the state")
        try StoreBenchmark(folder: folder + "/state", report: report).run(appCount: 10_000)

        report.section("The journal, by processor time")
        try JournalBenchmark(folder: folder + "/journal", report: report).run()

        report.section("Deciding who may know")
        try AuthorizationBenchmark(folder: folder + "/apps", report: report).run(appCount: 10_000)
    }

    private func calls() throws {
        report.section("Messages")
        try MessageBenchmark(report: report).run(count: 20_000)

        report.section("Calls over the socket")
        try CallBenchmark(path: folder + "/bench.sock", report: report).run(callCount: 20_000)
    }

    private func live() throws {
        report.section("Live updates, from a datagram of the receiver to the clients")
        try LiveBenchmark(folder: folder, report: report).run()
    }

    private func daemon() throws {
        report.section("The daemon and its widgets")
        for count in [0, 1000, 10_000, 100_000] {
            try DaemonBenchmark(folder: folder + "/daemon\(count)", report: report).run(widgetCount: count)
        }
    }

    private static func absolute(_ path: String) -> String {
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
