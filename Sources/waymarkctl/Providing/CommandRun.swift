import CommandLineTool
import LinuxSystem
import UserInput
import Varlink
import Waymark

enum ProvidedRequest {
    case timeline(WidgetsInterface.Reload)

    /// What the kind looks like in a gallery, of sample data.
    case snapshot(WidgetsInterface.Snapshot)

    var reload: WidgetsInterface.Reload? {
        if case .timeline(let reload) = self { reload } else { nil }
    }

    var widget: String? { reload?.widget }

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
            environment: CommandEnvironment.environment(CommandEnvironment.variables(of: request, app: app)),
            input: request.json + [UInt8(ascii: "\n")]
        )
    }

    var descriptors: [CInt] { program.descriptors }

    /// Returns what the command has printed; `nil` while it runs.
    func advance() throws(Failure) -> ProvidedTimeline? {
        let ending: ChildProgram.Ending?
        do throws(SystemError) {
            ending = try program.advance(outputLimit: Self.outputLimit + 1, errorLimit: Self.errorLimit)
        } catch { throw Failure(error) }
        if program.outputBytes.count > Self.outputLimit {
            program.kill()
            throw .refused("the command printed more than \(Self.outputLimit >> 10) KiB")
        }
        switch ending {
        case .status(0)?: return try ProvidedTimeline(program.outputBytes, policy: policy, at: .now)
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

/// The variables by which a command learns what a timeline is wanted for, and where the machine is.
enum CommandEnvironment {
    /// The variables of a request: those that are absent are unset.
    static func variables(of request: ProvidedRequest, app: String) -> [(name: String, value: String?)] {
        let (kind, family, configuration, reason) =
            switch request {
            case .timeline(let reload):
                (reload.kind, reload.family, reload.configuration, reload.reason.rawValue)
            case .snapshot(let snapshot):
                (snapshot.kind, snapshot.family, snapshot.configuration, "snapshot")
            }
        let place = request.reload?.location
        return [
            ("WAYMARK_APP", app),
            ("WAYMARK_KIND", kind),
            ("WAYMARK_WIDGET", request.widget),
            ("WAYMARK_FAMILY", family.rawValue),
            ("WAYMARK_CONFIGURATION", configuration.text),
            ("WAYMARK_REASON", reason),
            ("WAYMARK_DEADLINE", request.deadline),
            ("WAYMARK_LATITUDE", place.map { $0.coordinate.latitudeDegrees.decimal(.place) }),
            ("WAYMARK_LONGITUDE", place.map { $0.coordinate.longitudeDegrees.decimal(.place) }),
            ("WAYMARK_ACCURACY", place?.horizontalAccuracyMeters?.decimal(.length)),
            ("WAYMARK_AGE", place?.age.inSeconds.decimal(.dilution)),
            ("WAYMARK_ALTITUDE", place?.altitudeMeters?.decimal(.length)),
            ("WAYMARK_SPEED", place?.speedMetersPerSecond?.decimal(.speed)),
            ("WAYMARK_COURSE", place?.courseDegrees?.decimal(.angle)),
            ("WAYMARK_SOURCE", place?.source.rawValue),
            ("WAYMARK_ABSENCE", request.reload?.locationAbsence?.rawValue),
            ("WAYMARK_ABSENCE_TEXT", request.reload?.unknownLocation?.text),
        ]
    }

    /// Returns the environment of this process with these variables, of which those without a value are unset.
    static func environment(_ variables: [(name: String, value: String?)]) -> [String] {
        let names = Set(variables.map(\.name))
        return Environment.all.filter { !names.contains(String($0.prefix { $0 != "=" })) }
            + variables.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } }
    }
}
