import Glibc
import LinuxSystem
import VarlinkSocket

/// The time that a daemon needs to place widgets one after another and to start with them, and its memory.
struct DaemonBenchmark {
    let folder: String
    let report: Report

    private var socket: String { folder + "/socket" }

    func run(widgetCount: Int) throws {
        mkdir(folder, 0o700)
        let configuration = """
            [Quotas]
            Widgets=1000000
            [Receivers]
            Receiver=unix://\(folder)/no-receiver
            """
        try AtomicFile.write(Array(configuration.utf8), to: folder + "/conf", permissions: 0o644)
        if widgetCount > 0 {
            try withDaemon { identifier in
                let before = try processorSeconds(of: identifier)
                let cost = try Cost.of { try place(widgetCount) }
                let placing = "\(widgetCount) widgets: placed one after another"
                report.figure(placing, cost.wall / .seconds(1), "s")
                let processor = try processorSeconds(of: identifier) - before
                report.figure(
                    "  processor time of the daemon",
                    processor / Double(widgetCount) * 1e6,
                    "µs each"
                )
                try reportMemory(of: identifier)
            }
        }
        let start = ContinuousClock.now
        try withDaemon { identifier in
            let text = "\(widgetCount) widgets: from start to listening"
            report.figure(text, (ContinuousClock.now - start) / .milliseconds(1), "ms")
            // It finishes starting at once after it listens.
            usleep(500_000)
            try reportMemory(of: identifier)
        }
    }

    private func place(_ count: Int) throws {
        let kinds = #"{"app":"org.example.Weather","kinds":[{"kind":"Here","wantsLocation":true}]}"#
        let provider = try VarlinkClient(connectingTo: socket)
        _ = try provider.stream("io.waymark.Widgets.Serve", Array(kinds.utf8)).next()
        provider.shutDown()
        let host = try VarlinkClient(connectingTo: socket)
        let kind = Array(#"{"app":"org.example.Weather","kind":"Here"}"#.utf8)
        for _ in 0..<count { _ = try host.call("io.waymark.Host.Place", kind) }
    }

    private func withDaemon(_ body: (pid_t) throws -> Void) throws {
        let identifier = try ChildProgram.start([
            ChildProgram.ownFolder + "/waymarkd", "--config", folder + "/conf", "--socket", socket,
            "--state", folder + "/state",
        ])
        defer {
            kill(identifier, SIGTERM)
            waitpid(identifier, nil, 0)
        }
        // The file is there a little before the service listens.
        while (try? UnixStream(connectingTo: socket, patience: .seconds(1))) == nil {
            guard waitpid(identifier, nil, WNOHANG) == 0 else {
                throw SystemError("waymarkd", on: socket, code: ECHILD)
            }
            usleep(1000)
        }
        try body(identifier)
    }

    private func processorSeconds(of identifier: pid_t) throws -> Double {
        let text = String(
            decoding: try contentsOfFile("/proc/\(identifier)/schedstat", atMost: 4096),
            as: UTF8.self
        )
        return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }

    private func reportMemory(of identifier: pid_t) throws {
        let usage = String(
            decoding: try contentsOfFile("/proc/\(identifier)/smaps_rollup", atMost: 65_536),
            as: UTF8.self
        )
        for (name, text) in [
            ("Pss", "  its share of the memory (PSS)"), ("Private_Dirty", "  of that written by it alone"),
        ] {
            let line = usage.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
            if let kibibytes { report.figure(text, kibibytes / 1024, "MiB") }
        }
    }
}
