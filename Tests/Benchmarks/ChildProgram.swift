import Glibc
import LinuxSystem

enum ChildProgram {
    /// Starts a program that reads `input`, and discards its output.
    private static func start(_ arguments: [String], input: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        strings.append(nil)
        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, arguments[0], &actions, nil, strings, environ)
        guard code == 0 else { throw SystemError("posix_spawnp", on: arguments[0], code: code) }
        return identifier
    }

    /// Runs a program to its end and returns its cost; `nil` if it is not installed.
    static func cost(of arguments: [String], input: String) throws -> Cost? {
        let start = ContinuousClock.now
        let identifier: pid_t
        do {
            identifier = try Self.start(arguments, input: input)
        } catch let error as SystemError where error.code == ENOENT {
            return nil
        }
        var status: CInt = 0
        var usage = rusage()
        guard wait4(identifier, &status, 0, &usage) == identifier, status == 0 else {
            throw SystemError("wait4", on: arguments[0], code: ECHILD)
        }
        let processor = [usage.ru_utime, usage.ru_stime].reduce(Duration.zero) { sum, time in
            sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
        return Cost(wall: ContinuousClock.now - start, processor: processor)
    }

    static var ownFolder: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let whole = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.startIndex))
    }
}
