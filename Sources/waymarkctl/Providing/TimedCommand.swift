import CommandLineTool
import LinuxSystem
import UserInput
import Waymark

/// A command of the person that has so much time, after which it is killed.
final class TimedCommand {
    /// The most bytes of output; a longer timeline does not fit into a message.
    static let outputLimit = 64 << 10

    private static let errorLimit = 4 << 10

    let deadline: ContinuousClock.Instant
    private let limit: Duration
    private let program: ChildProgram

    /// Starts a command with a JSON object as its input; a variable without a value is unset.
    init(
        _ command: [String],
        _ variables: [(name: String, value: String?)],
        input: [UInt8],
        limit: Duration,
        passesOutputOn: Bool = false
    ) throws(SystemError) {
        self.limit = limit
        deadline = .now + limit
        let names = Set(variables.map(\.name))
        program = try ChildProgram(
            command,
            environment: Environment.all.filter { !names.contains(String($0.prefix { $0 != "=" })) }
                + variables.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } },
            input: input + [UInt8(ascii: "\n")],
            passesOutputOn: passesOutputOn
        )
    }

    var descriptors: [CInt] { program.descriptors }

    /// Returns what the command has printed, once it has ended well; `nil` while it runs.
    func advance() throws(Failure) -> [UInt8]? {
        let ending: ChildProgram.Ending?
        do throws(SystemError) {
            ending = try program.advance(outputLimit: Self.outputLimit + 1, errorLimit: Self.errorLimit)
        } catch { throw Failure(error) }
        if program.outputBytes.count > Self.outputLimit {
            program.kill()
            throw .refused("the command printed more than \(Self.outputLimit >> 10) KiB")
        }
        switch ending {
        case .status(0)?: return program.outputBytes
        case .status(let status)?: throw .refused(complaint ?? "the command exited with status \(status)")
        case .signal(let number)?: throw .refused("the command was killed by signal \(number)")
        case nil:
            guard deadline <= .now else { return nil }
            program.kill()
            throw .refused("the command had not ended after \(spoken(seconds: limit.inSeconds))")
        }
    }

    private var complaint: String? {
        String(decoding: program.errorBytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .last { !$0.allSatisfy(\.isWhitespace) }?
            .description.harmless
    }
}
