package import Glibc
import LinuxSystem

/// A program started by a test, which must end it, for example with `defer`.
package final class ChildProcess {
    /// The process ID, which is also that of its process group.
    package let identifier: pid_t
    private var isRunning = true

    /// Starts a program without input, and discards its output.
    ///
    /// - Parameter arguments: The program, looked up in `PATH`, and its arguments.
    /// - Throws: ``SystemError`` if it cannot be started.
    package init(_ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        strings.append(nil)
        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, arguments[0], &actions, &attributes, strings, environ)
        guard code == 0 else { throw SystemError("posix_spawnp", on: arguments[0], code: code) }
        self.identifier = identifier
    }

    deinit { end() }

    package func end() {
        guard isRunning else { return }
        isRunning = false
        kill(-identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    package static func isInstalled(_ program: String) -> Bool {
        ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains {
            isExecutable($0 + "/" + program)
        }
    }

    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
