package import Glibc
import LinuxSystem

/// A program that a test runs beside itself; it must be ended, at the latest by `defer`.
package final class ChildProcess {
    /// The process, which leads a group of its own.
    package let identifier: pid_t
    private var isRunning = true

    /// Starts a program with arguments, its output thrown away and nothing to read.
    ///
    /// - Parameter arguments: The program, sought in `PATH`, and what it is given.
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

    /// Kills the program and the children that it has left, without giving them a chance to say anything.
    package func end() {
        guard isRunning else { return }
        isRunning = false
        kill(-identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// Tells whether a program of this name is in one of the folders where programs are installed.
    package static func isInstalled(_ program: String) -> Bool {
        ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains {
            access($0 + "/" + program, X_OK) == 0
        }
    }
}
