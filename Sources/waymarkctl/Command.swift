import LinuxSystem

/// One thing that `waymarkctl` does.
struct Command: Sendable {
    /// Every command, in the order of the help.
    static let all = [
        status, locate, receivers, apps, authorize, reset, services, agent, access, place, remove, widgets,
        show,
        hide,
        watch, journal, explain, manifest, lint, decode, replay, simulate, rekey,
    ]

    /// What it is called by.
    let name: String

    /// What it does, in a few words.
    let summary: String

    /// The operands, as help shows them.
    let operands: String

    /// Options besides those that every command has.
    var options: [CommandLineOptions.Option] = []

    /// What else is good to know, for its own help.
    var details = ""

    /// Does it.
    let run: @Sendable (Invocation) throws(Failure) -> Void
}

/// How a command was called.
struct Invocation {
    /// How results are printed.
    enum Format: String {
        case human
        case json
    }

    /// The command's own options and its operands.
    let line: CommandLineOptions.Parsed

    /// The format asked for.
    let format: Format?

    /// The service.
    let service: Service

    /// Where results go.
    let output: Output

    /// Whether results are for a program.
    var isForMachines: Bool { format == .json }

    /// The operands, of which there have to be as many as there are names.
    func operands(_ names: String...) throws(Failure) -> [String] {
        guard line.operands.count >= names.count else {
            throw .usage("\(names[line.operands.count]) is missing")
        }
        guard line.operands.count == names.count else {
            throw .usage("'\(line.operands[names.count])' is one operand too many")
        }
        return line.operands
    }

    /// The operands of a command that takes any number of one kind, but not none.
    ///
    /// - Throws: ``Failure/usage(_:)`` when there is none.
    func operands(anyNumberOf name: String) throws(Failure) -> [String] {
        guard !line.operands.isEmpty else { throw .usage("\(name) is missing") }
        return line.operands
    }

    /// The user named by `--user`, or `nil` for the caller.
    func user() throws(Failure) -> Int? {
        guard let name = line.argument(of: "user") else { return nil }
        guard let number = UserDatabase.number(of: name) else {
            throw .notFound("no user is called '\(name)'")
        }
        return Int(number)
    }

    /// The option that ``user()`` reads.
    static let userOption = CommandLineOptions.Option(
        "user",
        argument: "UID|NAME",
        "for this user instead of oneself; for root"
    )
}
