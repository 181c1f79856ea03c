import CTool
import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput

/// A command of the person that is killed when its time is over.
///
/// It runs in a process group of its own, which is killed at the end of its lifetime: what it leaves running there ends
/// with it.
final class TimedCommand {
    /// The most bytes of output; a longer timeline does not fit into a message.
    static let outputLimit = 64 << 10

    /// The number of bytes kept from the end of its errors.
    static let errorLimit = 4 << 10

    private struct Stream: ~Copyable {
        let pipe: FileDescriptor
        var bytes: [UInt8] = []
        var isOpen: Bool

        init(_ descriptor: CInt) {
            pipe = FileDescriptor(owning: descriptor)
            isOpen = descriptor >= 0
        }
    }

    let deadline: ContinuousClock.Instant
    private let limit: Duration
    private let identifier: pid_t
    private let exit: FileDescriptor
    private var output: Stream
    private var errors: Stream

    /// The status of the process for `waitpid`, once it has ended.
    private var status: CInt?

    /// Starts a command, looked up in `PATH`, with a JSON object as its input; a variable without a value is unset.
    ///
    /// Unless its output is passed on, there are pipes for that. An input that no pipe has room for is an error: 4096
    /// bytes always fit, and usually 64 KiB.
    init(
        _ command: [String],
        _ variables: [(name: String, value: String?)],
        input: [UInt8],
        limit: Duration,
        passesOutputOn: Bool = false
    ) throws(SystemError) {
        precondition(!command.isEmpty)
        self.limit = limit
        deadline = .now + limit
        let names = Set(variables.map(\.name))
        let environment =
            Environment.all.filter { !names.contains(String($0.prefix { $0 != "=" })) }
            + variables.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } }
        let line = input + [UInt8(ascii: "\n")]
        var descriptors: [CInt] = [-1, -1, -1]
        let pipes: CInt = passesOutputOn ? 0 : 1
        let process = unsafe withTexts(command) { command in
            unsafe withTexts(environment) { environment in
                unsafe waymark_start_program(command, environment, line, line.count, pipes, &descriptors)
            }
        }
        guard process > 0 else { throw SystemError("start", on: command[0]) }
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

    /// Runs a command to its end, whose output is that of this process; returns `false` if this process must end before.
    static func run(
        _ command: [String],
        _ variables: [(name: String, value: String?)],
        input: [UInt8],
        limit: Duration
    ) throws -> Bool {
        let waiter = try EventWaiter()
        let run = try TimedCommand(command, variables, input: input, limit: limit, passesOutputOn: true)
        while try run.advance() == nil {
            guard try waiter.wait(for: run.descriptors, until: run.deadline) else { return false }
        }
        return true
    }

    /// Returns what the command has printed, once it has ended well; `nil` while it runs.
    func advance() throws(Failure) -> [UInt8]? {
        do throws(SystemError) {
            // Ask first: everything that it wrote before its end is in the pipes then.
            try look()
            try Self.read(&output, atMost: Self.outputLimit + 1)
            try Self.read(&errors, keeping: Self.errorLimit)
        } catch { throw Failure(error) }
        if output.bytes.count > Self.outputLimit {
            kill()
            throw .refused("the command printed more than \(Self.outputLimit >> 10) KiB")
        }
        guard let status else {
            guard deadline <= .now else { return nil }
            kill()
            throw .refused("the command had not ended after \(spoken(seconds: limit.inSeconds))")
        }
        guard status & 0x7F == 0 else {
            throw .refused("the command was killed by signal \(status & 0x7F)")
        }
        guard status == 0 else {
            throw .refused(complaint ?? "the command exited with status \(status >> 8 & 0xFF)")
        }
        return output.bytes
    }

    private func kill() {
        // The ID of a process that was waited for may already be reused, but its group keeps it from that.
        guard status == nil else { return }
        _ = Glibc.kill(-identifier, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        self.status = status
    }

    private func look() throws(SystemError) {
        guard status == nil else { return }
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

    private var complaint: String? {
        String(decoding: errors.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .last { !$0.allSatisfy(\.isWhitespace) }?
            .description.harmless
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
