import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

enum ProvidedRequest {
    case timeline(WidgetsInterface.Reload)

    /// What the kind looks like in a gallery, of sample data.
    case snapshot(WidgetsInterface.Snapshot)

    var widget: String? {
        if case .timeline(let reload) = self { reload.widget } else { nil }
    }

    /// The deadline for the answer, RFC 3339.
    var deadline: String {
        switch self {
        case .timeline(let reload): reload.deadline
        case .snapshot(let snapshot): snapshot.deadline
        }
    }

    var json: [UInt8] {
        switch self {
        case .timeline(let reload): reload.json
        case .snapshot(let snapshot): snapshot.json
        }
    }
}

final class CommandRun {
    typealias Outcome = Result<ProvidedTimeline, ProvidedTimeline.Problem>

    /// The most bytes of output; a longer timeline does not fit into a message.
    static let outputLimit = 64 << 10

    private static let errorLimit = 4 << 10

    /// How long before the service's deadline a command is ended, so that the failure still arrives.
    private static let margin: Duration = .seconds(1)

    let request: ProvidedRequest
    let deadline: ContinuousClock.Instant

    private let limit: Duration
    private let program: ChildProgram
    private let policy: ProvidedTimeline.Policy

    init(
        _ command: [String],
        for request: ProvidedRequest,
        of app: String,
        policy: ProvidedTimeline.Policy
    ) throws(SystemError) {
        self.request = request
        self.policy = policy
        let left = UTCInstant(request.deadline).map { UTCInstant.now.duration(to: $0) - Self.margin }
        limit = min(max(left ?? .zero, .seconds(1)), .seconds(600))
        deadline = .now + limit
        program = try ChildProgram(
            command,
            environment: CommandEnvironment.environment(for: request, app: app),
            input: request.json + [UInt8(ascii: "\n")]
        )
    }

    var descriptors: [CInt] { program.descriptors }

    /// Returns the outcome; `nil` while the command runs.
    func advance() -> Outcome? {
        let ending: ChildProgram.Ending?
        do throws(SystemError) {
            ending = try program.advance(outputLimit: Self.outputLimit + 1, errorLimit: Self.errorLimit)
        } catch { return failure("\(error)") }
        if program.outputBytes.count > Self.outputLimit {
            program.kill()
            return failure("the command printed more than \(Self.outputLimit >> 10) KiB")
        }
        switch ending {
        case .status(0)?:
            return Result { () throws(ProvidedTimeline.Problem) in
                try ProvidedTimeline(program.outputBytes, policy: policy, at: .now)
            }
        case .status(let status)?: return failure(complaint ?? "the command exited with status \(status)")
        case .signal(let number)?: return failure("the command was killed by signal \(number)")
        case nil:
            guard deadline <= .now else { return nil }
            program.kill()
            return failure("the command had not ended after \(spoken(seconds: limit.inSeconds))")
        }
    }

    /// The last line that the command wrote to its error output.
    private var complaint: String? {
        String(decoding: program.errorBytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .last { !$0.allSatisfy(\.isWhitespace) }?
            .description.harmless
    }

    private func failure(_ text: String) -> Outcome { .failure(ProvidedTimeline.Problem(text: text)) }
}
