import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let world = Command(
        name: "world",
        summary: "run the real service in a world that fails, and check what it promises",
        operands: "",
        options: [
            .init("seed", value: .text("N"), "the first world; default 1"),
            .init("hours", value: .text("H"), "hours in all, in worlds of a day each; default 24"),
            .init("faults", value: .text("KIND,…"), "only these; 'none' for none"),
            .init("cast", value: .text("ROLE,…"), "only these programs"),
            .init(
                "record",
                value: .text("FILE"),
                "let the service record its runs, for 'waymark-lab replay'"
            ),
            .init("log", "print the service's log on standard error"),
        ],
        details: """
            The service's loop, sockets, store, journal and receivers run unchanged, in one thread, on a simulated
            clock, network and disk. People decide and change their minds, programs come and go, receivers lose the
            sky and lie, and things go wrong:
            \(rows(FaultKind.allCases.map(\.rawValue)))
            The programs:
            \(rows(World.Role.allCases.map(\.rawValue)))
            It checks that nobody learns a location without a ground, that nothing acknowledged is lost, that
            streams are in order, that every call is answered, and that the same seed gives the same run.

            A run that fails is repeated with fewer faults and programs as long as it still fails, and the command
            that repeats it is printed.
            """
    ) { invocation in
        let form = "a whole number"
        let first = try invocation.line.value(of: "seed", form) { UInt64($0) } ?? 1
        let hours =
            try invocation.line.value(of: "hours", "a whole number from 1 to 1000000") {
                Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
            } ?? 24
        let faults = try choice(of: "faults", invocation, FaultKind.allCases)
        let cast = try choice(of: "cast", invocation, World.Role.allCases)
        hashEquallyEachTime()
        let log = invocation.line.has("log") ? STDERR_FILENO : unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        let progress = Progress(besideResults: true)
        var sum = WorldSum()
        var left = hours
        var seed = first
        while left > 0 {
            var options = World.Options(seed: seed, duration: .seconds(min(left, 24) * 3600))
            if let faults { options.faults = faults }
            if let cast { options.cast = cast }
            // The service's configuration takes no other path.
            options.record = invocation.line.value(of: "record").map(Environment.absolute)
            let outcome = try WorldRun.run(options, log: log)
            sum.add(outcome)
            if let violation = outcome.violation {
                progress.end()
                try invocation.output.line("\(violation.oracle.rawValue): \(violation.text)")
                try invocation.output.line(
                    "after \(violation.at), with seed \(seed) of version \(Version.current)"
                )
                let isRecorded = options.record != nil
                let smallest = isRecorded ? outcome : try WorldRun.shrink(outcome, log: log)
                try report(smallest, violation, invocation)
            }
            // The first world twice: the same seed has to give the same run.
            if seed == first, options.record == nil,
                try WorldRun.run(options, log: log).traceSum != outcome.traceSum
            {
                progress.end()
                throw Failure.refused("seed \(seed) does not give the same run twice")
            }
            left -= 24
            seed &+= 1
            progress.report(1 - Double(max(left, 0)) / Double(hours), at: nil)
        }
        progress.end()
        if invocation.isForMachines { return try invocation.output.line(sum.json) }
        for line in sum.lines { try invocation.output.line(line) }
    }

    private static func rows(_ names: [String]) -> String {
        stride(from: 0, to: names.count, by: 6).map { start in
            "  " + names[start..<min(start + 6, names.count)].joined(separator: ", ")
        }.joined(separator: ",\n")
    }

    /// Starts this program again if its collections are in another order in each process: the same seed is to give the same run.
    private static func hashEquallyEachTime() {
        guard unsafe getenv("SWIFT_DETERMINISTIC_HASHING") == nil else { return }
        unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        var arguments = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
        unsafe _ = execv("/proc/self/exe", &arguments)
    }

    /// Returns the values that an option names, `nil` without it.
    private static func choice<Value: RawRepresentable<String> & Hashable>(
        of option: String,
        _ invocation: Invocation,
        _ all: [Value]
    ) throws(Failure) -> Set<Value>? {
        guard let text = invocation.line.value(of: option) else { return nil }
        if text == "none" { return [] }
        var chosen: Set<Value> = []
        for name in text.split(separator: ",") {
            guard let value = Value(rawValue: String(name)) else {
                let names = all.map(\.rawValue).joined(separator: ", ")
                throw .usage("--\(option) \(text.harmless): there are \(names)")
            }
            chosen.insert(value)
        }
        return chosen
    }

    private static func report(
        _ outcome: WorldRun.Outcome,
        _ first: Violation,
        _ invocation: Invocation
    ) throws {
        let options = outcome.options
        let hours = Int((options.duration.inSeconds / 3600).rounded(.up))
        func names<Value: RawRepresentable<String>>(_ values: Set<Value>) -> String {
            values.isEmpty ? "none" : values.map(\.rawValue).sorted().joined(separator: ",")
        }
        if let smallest = outcome.violation, smallest != first {
            try invocation.output.line("smaller: \(smallest.text)")
        }
        try invocation.output.line("again with")
        try invocation.output.line(
            "  waymark-lab world --seed \(options.seed) --hours \(hours) --faults \(names(options.faults)) "
                + "--cast \(names(options.cast))"
        )
        throw Failure.isSaid
    }
}

/// The counts of several worlds together.
private struct WorldSum: JSONWritable {
    private var hours = 0.0
    private var counts: [String: Int] = [:]
    private let beganAt = ContinuousClock.now

    mutating func add(_ outcome: WorldRun.Outcome) {
        hours += outcome.elapsed.inSeconds / 3600
        counts.merge(outcome.counts, uniquingKeysWith: +)
    }

    private var hoursPerHour: Int { Int(hours / max((ContinuousClock.now - beganAt).inSeconds / 3600, 1e-9)) }

    var lines: [String] {
        ["\(Int(hours)) h, \(hoursPerHour) simulated hours an hour: nothing wrong"]
            + counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    func write(to json: inout JSONWriter) {
        let all = counts.merging(["hours": Int(hours), "hoursPerHour": hoursPerHour]) { $1 }
        json.object { json in
            for (name, count) in all.sorted(by: { $0.key < $1.key }) { json.member(named: name, count) }
        }
    }
}
