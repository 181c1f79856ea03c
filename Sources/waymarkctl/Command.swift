import LinuxSystem
import UserInput

/// A command of `waymarkctl`.
struct Command: Sendable {
    /// All commands, in the order of the help text.
    static let all = [
        status, locate, receivers, apps, authorize, reset, services, agent, access, place, remove, widgets,
        show,
        hide,
        watch, journal, explain, manifest, lint, decode, replay, simulate, rekey,
    ]

    /// The command's name, operands and options, and its help text.
    let description: CommandDescription

    /// Runs the command.
    let run: @Sendable (Invocation) throws(Failure) -> Void

    /// Creates a command.
    ///
    /// The shared options are added to its own.
    init(
        name: String,
        summary: String,
        operands: String,
        options: [CommandOption] = [],
        details: String = "",
        run: @escaping @Sendable (Invocation) throws(Failure) -> Void
    ) {
        description = CommandDescription(
            name: name,
            operands: operands,
            summary: summary,
            options: options + Self.sharedOptions,
            details: details
        )
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
    ]
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

    /// Returns the operands; throws if their number differs from that of the names.
    func operands(_ names: String...) throws(Failure) -> [String] {
        guard line.operands.count >= names.count else {
            throw .usage("\(names[line.operands.count]) is missing")
        }
        guard line.operands.count == names.count else {
            throw .usage("unexpected operand '\(line.operands[names.count])'")
        }
        return line.operands
    }

    /// Returns the operands of a command that requires at least one.
    ///
    /// - Throws: ``Failure/usage(_:)`` if there is none.
    func operands(anyNumberOf name: String) throws(Failure) -> [String] {
        guard !line.operands.isEmpty else { throw .usage("\(name) is missing") }
        return line.operands
    }

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
