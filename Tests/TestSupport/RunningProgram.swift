package import Glibc
import LinuxSystem

/// A program that runs during a test, with its output.
///
/// It is killed at the end of its lifetime.
package final class RunningProgram {
    package enum Ending: Hashable, Sendable {
        case status(CInt)
        case signal(CInt)
    }

    /// The process ID, which is also that of its process group.
    package let identifier: pid_t
    package let arguments: [String]
    private let outputFile: FileDescriptor
    private let errorFile: FileDescriptor
    private var ending: Ending?

    /// Starts a program, looked up in `PATH`, without input or on a terminal, with no signal blocked or ignored.
    ///
    /// It has these variables besides those of this process, and the descriptors as 3, 4 and so on. Its output goes to
    /// unnamed files, because a pipe that is not read would block it, or to the terminal at this path.
    package init(
        _ arguments: [String],
        environment: [String: String] = [:],
        terminal: String? = nil,
        descriptors: [CInt] = []
    ) throws {
        self.arguments = arguments
        outputFile = try Self.namelessFile()
        errorFile = try Self.namelessFile()

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR | O_NOCTTY, 0)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, outputFile.rawValue, STDOUT_FILENO)
        }
        posix_spawn_file_actions_adddup2(&actions, errorFile.rawValue, STDERR_FILENO)
        // Copy them above all target numbers first, so that none is overwritten before it is passed.
        let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 3 + CInt(descriptors.count)) }
        defer { for copy in copies { close(copy) } }
        for (index, copy) in copies.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, copy, 3 + CInt(index))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )

        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var variables = Self.environment(with: environment)
        defer { for variable in variables { free(variable) } }
        variables.append(nil)
        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, arguments[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw SystemError("posix_spawnp", on: arguments[0], code: code) }
        self.identifier = identifier
    }

    deinit { kill() }

    package var output: String { Self.contents(of: outputFile) }
    package var errors: String { Self.contents(of: errorFile) }
    package var isRunning: Bool { poll() == nil }

    /// Sends it a signal, unless it has ended.
    package func signal(_ number: CInt) {
        if poll() == nil { _ = Glibc.kill(identifier, number) }
    }

    /// Kills it and its remaining children, and waits for its end.
    package func kill() {
        // The ID of a process that was waited for may already be reused.
        guard ending == nil else { return }
        _ = Glibc.kill(-identifier, SIGKILL)
        var status: CInt = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        ending = Self.ending(status)
    }

    /// Waits for its end.
    ///
    /// - Throws: ``Overdue`` with its output if it is still running after `limit`.
    package func end(within limit: Duration = patience) async throws -> Ending {
        do {
            return try await waiting(for: "the end of \(arguments)", within: limit) { poll() }
        } catch is Overdue {
            throw Overdue(
                "the end of \(arguments), which wrote \(output.debugDescription) "
                    + "and complained \(errors.debugDescription)"
            )
        }
    }

    /// Waits for its end, which must be a good one, and returns its output.
    @discardableResult
    package func succeed() async throws -> String {
        let ending = try await end()
        guard ending == .status(0) else { throw Overdue("\(arguments) to end well: \(output)\(errors)") }
        return output
    }

    /// Runs a program, which must end well, and returns its output.
    @discardableResult
    package static func output(
        of arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> String {
        try await RunningProgram(arguments, environment: environment).succeed()
    }

    /// Whether a program can be started, and ends well.
    package static func succeeds(_ arguments: [String]) -> Bool {
        guard let program = try? RunningProgram(arguments) else { return false }
        var status: CInt = 0
        return waitpid(program.identifier, &status, 0) == program.identifier && status == 0
    }

    package func says(_ texts: String...) async throws {
        do {
            try await waiting(until: "the texts") {
                let written = output + errors
                return texts.allSatisfy { written.contains($0) }
            }
        } catch is Overdue { throw Overdue("\(texts) in:\n\(output)\n\(errors)") }
    }

    /// Asks it to end, and waits until it has.
    package func stop(by number: CInt = SIGTERM) async throws -> Ending {
        signal(number)
        return try await end()
    }

    private func poll() -> Ending? {
        if let ending { return ending }
        var status: CInt = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
        ending = Self.ending(status)
        return ending
    }

    private static func ending(_ status: CInt) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }

    private static func environment(with additions: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let variable = next.pointee {
            let name = String(cString: variable).prefix { $0 != "=" }
            if additions[String(name)] == nil { variables.append(strdup(variable)) }
            next += 1
        }
        return variables + additions.map { strdup("\($0.key)=\($0.value)") }
    }

    private static func namelessFile() throws -> FileDescriptor {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let path = "\(base)/waymark-output-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        let number = open(path, flags, 0o600)
        guard number >= 0 else { throw SystemError("open", on: path) }
        unlink(path)
        return FileDescriptor(owning: number)
    }

    private static func contents(of file: borrowing FileDescriptor) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(file.rawValue, &chunk, chunk.count, bytes.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
