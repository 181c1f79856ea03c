import Glibc
import LinuxSystem

/// The memory of an idle daemon.
struct DaemonBenchmark {
    let folder: String
    let report: Report

    func run() throws {
        let socket = folder + "/daemon.sock"
        let configuration = folder + "/daemon.conf"
        unlink(socket)
        try AtomicFile.write([], to: configuration, permissions: 0o644)
        let start = ContinuousClock.now
        let identifier = try ChildProgram.start([
            ChildProgram.ownFolder + "/waymarkd", "--config", configuration, "--socket", socket,
            "--state", folder + "/daemon-state",
        ])
        defer {
            kill(identifier, SIGTERM)
            waitpid(identifier, nil, 0)
        }
        while access(socket, F_OK) != 0 {
            guard waitpid(identifier, nil, WNOHANG) == 0 else {
                throw SystemError("waymarkd", on: socket, code: ECHILD)
            }
            usleep(1000)
        }
        report.figure("from start to listening", (ContinuousClock.now - start) / .milliseconds(1), "ms")
        // It finishes starting at once after it listens.
        usleep(500_000)
        let status = String(
            decoding: try contentsOfFile("/proc/\(identifier)/status", atMost: 65_536),
            as: UTF8.self
        )
        for (name, text) in [
            ("VmRSS", "resident, idle"), ("RssAnon", "  of that its own"), ("VmHWM", "most ever resident"),
        ] {
            guard let kibibytes = value(of: name, in: status) else { continue }
            report.figure(text, kibibytes / 1024, "MiB")
        }
    }

    private func value(of name: String, in status: String) -> Double? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Double($0)
        }
    }
}
