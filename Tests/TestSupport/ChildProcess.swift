package import Glibc

/// A program of which a test does not read what it writes, and which the test must end, for example with `defer`.
package final class ChildProcess {
    private let program: RunningProgram

    /// The process ID, which is also that of its process group.
    package var identifier: pid_t { program.identifier }

    /// Starts a program, looked up in `PATH`, without input.
    package init(_ arguments: [String]) throws { program = try RunningProgram(arguments) }

    deinit { end() }

    package func end() { program.kill() }

    package static func isInstalled(_ program: String) -> Bool {
        ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains {
            isExecutable($0 + "/" + program)
        }
    }

    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
