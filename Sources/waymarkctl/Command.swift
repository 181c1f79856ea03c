import LinuxSystem
import UserInput

/// A command of `waymarkctl`.
struct Command: Sendable {
    /// All commands under the headings of the help text, in its order.
    static let groups: [(heading: String, commands: [Command])] = [
        ("What the service does", [status, doctor, monitor, receivers, availability, journal, explain]),
        (
            "What apps may know",
            [apps, authorize, request, reset, forget, services, agent, access]
        ),
        ("The location", [locate, heading, beacons, session, events, region]),
        (
            "Widgets",
            [
                kinds, snapshot, place, configure, remove, widgets, watch, show, hide, appVisibility,
                budget,
            ]
        ),
        ("Apps and providers", [provide, push, ticket, manifest, lint]),
        ("Recordings, simulation and tests", [decode, record, replay, simulate, test]),
        ("The machine", [placeMachine, geoclue, rekey, metrics]),
    ]

    /// All commands.
    static let all = groups.flatMap(\.commands)

    /// The command's name, operands and options, and its help text.
    let description: CommandDescription

    /// The maximum number of operands.
    let operandLimit: Int

    /// Runs the command.
    let run: @Sendable (Invocation) throws(Failure) -> Void

    /// Creates a command.
    ///
    /// The shared options are added to its own. `operands` says how many it takes, unless `operandLimit` does: one
    /// for each word, optional in brackets, and any number if there are dots.
    init(
        name: String,
        summary: String,
        operands: String,
        operandLimit: Int? = nil,
        options: [CommandOption] = [],
        details: String = "",
        run: @escaping @Sendable (Invocation) throws(Failure) -> Void
    ) {
        description = CommandDescription(
            name: name,
            operands: operands,
            summary: summary,
            // An option of its own takes the place of a shared one.
            options: options
                + Self.sharedOptions.filter { shared in !options.contains { $0.name == shared.name } },
            details: details
        )
        self.operandLimit =
            operandLimit ?? (operands.contains("...") ? .max : operands.split(separator: " ").count)
        self.run = run
    }

    /// The options of all commands, which may also precede the command's name.
    static let sharedOptions: [CommandOption] = [
        .init("socket", letter: "s", value: .path("PATH"), "the service's socket"),
        .init(
            "format",
            letter: "f",
            value: .word(Invocation.Format.allCases.map(\.rawValue)),
            "the format of results"
        ),
        .init("utc", "print times in UTC instead of local time"),
    ]

    /// Throws if there are too few or too many operands.
    func check(_ operands: [String]) throws(Failure) {
        let required = description.operands.split(separator: " ").prefix { !$0.hasPrefix("[") }
        guard operands.count >= required.count || description.operands.contains(" | ") else {
            throw .usage("\(required[operands.count].replacing("...", with: "")) is missing")
        }
        guard operands.count <= operandLimit else {
            throw .usage("\(OptionError.operandUnexpected(operands[operandLimit]))")
        }
    }
}

/// The arguments and the environment of a command.
struct Invocation {
    /// The output format.
    enum Format: String, CaseIterable {
        case human
        case json
    }

    /// The command's options and operands.
    let line: ParsedCommandLine

    /// The requested output format.
    let format: Format?

    /// The service.
    let service: Service

    /// The destination of results.
    let output: Output

    /// Whether results are printed as JSON.
    var isForMachines: Bool { format == .json }

    /// The operands, whose number has been checked.
    var operands: [String] { line.operands }

    /// Returns the user given by `--user`; `nil` for the caller.
    func user() throws(Failure) -> Int? {
        guard let name = line.value(of: "user") else { return nil }
        guard let number = UserDatabase.number(of: name) else {
            throw .notFound("there is no user '\(name)'")
        }
        return Int(number)
    }

    /// The option read by ``user()``.
    static let userOption = CommandOption(
        "user",
        value: .text("UID|NAME"),
        "act for this user instead of yourself; root only"
    )
}
