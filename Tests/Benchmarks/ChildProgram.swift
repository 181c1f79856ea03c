import Glibc
import LinuxSystem

enum ChildProgram {
    /// Runs a program that reads `input` to its end and returns its cost; `nil` if it is not installed.
    static func cost(of arguments: [String], input: String) throws -> Cost? {
        // The shell becomes the program.
        let shell = ["/bin/sh", "-c", #"exec "$@" <"$0" >/dev/null 2>&1"#, input] + arguments
        var strings: [UnsafeMutablePointer<CChar>?] = shell.map { strdup($0) }
        defer { for string in strings { free(string) } }
        strings.append(nil)
        let start = ContinuousClock.now
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, shell[0], nil, nil, strings, environ)
        guard code == 0 else { throw SystemError("posix_spawn", on: shell[0], code: code) }
        var status: CInt = 0
        var usage = rusage()
        guard wait4(identifier, &status, 0, &usage) == identifier, status == 0 || status == 127 << 8 else {
            throw SystemError("wait4", on: arguments[0], code: ECHILD)
        }
        // The shell has not found it.
        guard status == 0 else { return nil }
        let processor = [usage.ru_utime, usage.ru_stime].reduce(Duration.zero) { sum, time in
            sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
        return Cost(wall: ContinuousClock.now - start, processor: processor)
    }

    static var ownFolder: String {
        let program = Benchmarks.absolute("/proc/self/exe")
        return String(program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex))
    }
}
