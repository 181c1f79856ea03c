import CPrograms
import Glibc
import LinuxSystem

/// A program that this process has started, with a pipe for its input, and pipes for its output unless that is passed on.
///
/// It runs in a process group of its own, which is killed at the end of its lifetime: what it leaves running there ends
/// with it.
final class ChildProgram {
    enum Ending: Hashable, Sendable {
        case status(CInt)
        case signal(CInt)
    }

    private struct Stream: ~Copyable {
        let pipe: FileDescriptor
        var bytes: [UInt8] = []
        var isOpen: Bool

        init(_ descriptor: CInt) {
            pipe = FileDescriptor(owning: descriptor)
            isOpen = descriptor >= 0
        }
    }

    private let identifier: pid_t
    private let exit: FileDescriptor
    private var output: Stream
    private var errors: Stream
    private var ending: Ending?

    /// Starts a program, looked up in `PATH`.
    ///
    /// An input that no pipe has room for is an error: 4096 bytes always fit, and usually 64 KiB.
    init(
        _ arguments: [String],
        environment: [String],
        input: [UInt8],
        passesOutputOn: Bool = false
    ) throws(SystemError) {
        precondition(!arguments.isEmpty)
        var descriptors: [CInt] = [-1, -1, -1]
        let pipes: CInt = passesOutputOn ? 0 : 1
        let process = unsafe withTexts(arguments) { arguments in
            unsafe withTexts(environment) { environment in
                unsafe waymark_start_program(arguments, environment, input, input.count, pipes, &descriptors)
            }
        }
        guard process > 0 else { throw SystemError("start", on: arguments[0]) }
        identifier = process
        output = Stream(descriptors[0])
        errors = Stream(descriptors[1])
        exit = FileDescriptor(owning: descriptors[2])
    }

    deinit { kill() }

    var descriptors: [CInt] {
        var descriptors = [exit.rawValue]
        if output.isOpen { descriptors.append(output.pipe.rawValue) }
        if errors.isOpen { descriptors.append(errors.pipe.rawValue) }
        return descriptors
    }

    var outputBytes: [UInt8] { output.bytes }
    var errorBytes: [UInt8] { errors.bytes }

    /// Reads what the program has written, and returns how it ended; `nil` while it runs.
    ///
    /// After `outputLimit` bytes of output no more is read, and of the errors the last `errorLimit` bytes are kept.
    func advance(outputLimit: Int = 0, errorLimit: Int = 0) throws(SystemError) -> Ending? {
        // Ask first: everything that it wrote before its end is in the pipes then.
        try look()
        try Self.read(&output, atMost: outputLimit)
        try Self.read(&errors, keeping: errorLimit)
        return ending
    }

    func kill() {
        // The ID of a process that was waited for may already be reused, but its group keeps it from that.
        guard ending == nil else { return }
        _ = Glibc.kill(-identifier, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        ending = Self.ending(status)
    }

    private func look() throws(SystemError) {
        guard ending == nil else { return }
        // Its ID stays taken until it is waited for, so the group that is killed is its own.
        var information = unsafe siginfo_t()
        let result = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        guard result == 0 else { throw SystemError("waitid") }
        guard unsafe information.si_signo == SIGCHLD else { return }
        kill()
    }

    private static func read(
        _ stream: inout Stream,
        atMost limit: Int = .max,
        keeping room: Int = .max
    ) throws(SystemError) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while stream.isOpen, stream.bytes.count < limit {
            switch try stream.pipe.read(into: &chunk) {
            case .bytes(let count):
                stream.bytes += chunk[..<count]
                stream.bytes.removeFirst(max(0, stream.bytes.count - room))
            case .nothing: return
            case .end: stream.isOpen = false
            }
        }
    }

    private static func ending(_ status: CInt) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}

/// Calls `body` with the texts as C has them, ended by a null pointer.
private func withTexts<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("it has an element") }
        return unsafe body(start)
    }
}
