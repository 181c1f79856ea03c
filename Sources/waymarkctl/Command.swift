import LinuxSystem

/// A command of `waymarkctl`.
struct Command: Sendable {
    /// All commands, in the order of the help text.
    static let all = [
        status, receivers, apps, authorize, reset, services, agent, access, place, remove, widgets, show,
        hide,
        watch, journal, explain, manifest, lint, decode, replay, simulate, rekey,
    ]

    /// The command's name.
    let name: String

    /// A one-line description for the list of commands.
    let summary: String

    /// The operands, as the help text shows them.
    let operands: String

    /// The command's own options, in addition to the common ones.
    var options: [CommandLineOptions.Option] = []

    /// The rest of the command's help text.
    var details = ""

    /// Runs the command.
    let run: @Sendable (Invocation) throws(Failure) -> Void
}

/// The arguments and the environment of a command.
struct Invocation {
    /// The output format.
    enum Format: String {
        case human
        case json
    }

    /// The command's options and operands.
    let line: CommandLineOptions.Parsed

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
        guard let name = line.argument(of: "user") else { return nil }
        guard let number = UserDatabase.number(of: name) else {
            throw .notFound("there is no user '\(name)'")
        }
        return Int(number)
    }

    /// The option read by ``user()``.
    static let userOption = CommandLineOptions.Option(
        "user",
        argument: "UID|NAME",
        "act for this user instead of yourself; root only"
    )
}
