import CWorld
import Glibc
import LinuxSystem

/// Runs of a world from its seed, and their reduction to the smallest run that still finds the fault.
package enum WorldRun {
    package struct Outcome: Sendable {
        package let options: World.Options
        package let counts: [String: Int]
        package let violation: Violation?
        package let traceSum: UInt64
        package let elapsed: Duration
    }

    /// Runs a world to its end, or to the first violation.
    package static func run(_ options: World.Options, log: CInt) throws -> Outcome {
        let base = Environment.value(of: "TMPDIR") ?? "/tmp"
        // The same for each run of a process, because errors that are told name it.
        let folder = "\(base)/waymark-world-\(getpid())"
        guard unsafe mkdir(folder, 0o700) == 0 else { throw SystemError("mkdir", on: folder) }
        defer { remove(folder) }
        unsafe say_at_trap(
            "waymark-lab: the service has trapped; again with: waymark-lab world --seed \(options.seed)\n"
        )
        let world = try World(options, in: folder, log: log)
        world.run()
        defer { world.end() }
        return Outcome(
            options: options,
            counts: world.counts,
            violation: world.violation,
            traceSum: world.traceSum,
            elapsed: world.elapsed
        )
    }

    /// Leaves out kinds of faults and programs, one after another, as long as the same violation is found.
    package static func shrink(_ found: Outcome, log: CInt) throws -> Outcome {
        var smallest = found
        func attempt(_ options: World.Options) throws {
            var options = options
            if let violation = smallest.violation { options.duration = violation.at + .seconds(60) }
            let outcome = try run(options, log: log)
            if outcome.violation?.oracle == found.violation?.oracle { smallest = outcome }
        }
        for kind in FaultKind.allCases where smallest.options.faults.contains(kind) {
            var options = smallest.options
            options.faults.remove(kind)
            try attempt(options)
        }
        for role in World.Role.allCases where smallest.options.cast.contains(role) {
            var options = smallest.options
            options.cast.remove(role)
            try attempt(options)
        }
        return smallest
    }

    /// Removes the service's own files, and those that it moved aside.
    private static func remove(_ folder: String) {
        for path in [folder + "/state", folder + "/apps", folder] {
            for name in (try? Folder(path).names(endingWith: "")) ?? [] {
                unsafe _ = unlink("\(path)/\(name)")
            }
            unsafe _ = rmdir(path)
        }
    }
}
