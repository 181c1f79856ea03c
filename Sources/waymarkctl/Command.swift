import LinuxSystem
import UserInput

/// One thing that `waymarkctl` does.
struct Command: Sendable {
    /// Every command, in the order of the help.
    static let all = [
        status, locate, receivers, apps, authorize, reset, services, agent, access, place, remove, widgets,
        show,
        hide,
        watch, journal, explain, manifest, lint, decode, replay, simulate, rekey,
    ]

    /// Its name, operands and options, and the words of its help.
    let description: CommandDescription

    /// Carries it out.
    let run: @Sendable (Invocation) throws(Failure) -> Void

    /// Creates a command; the options that all commands share are added to its own.
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

    /// The options of every command, which may also stand before its name.
    static let sharedOptions: [CommandOption] = [
        .init("socket", letter: "s", value: .path("PATH"), "the service's socket"),
        .init(
            "format",
            letter: "f",
            value: .word(Invocation.Format.allCases.map(\.rawValue)),
            "how results are printed"
        ),
    ]
}

/// How a command was called.
struct Invocation {
    /// How results are printed.
    enum Format: String, CaseIterable {
        case human
        case json
    }

    /// The command's own options and its operands.
    let line: ParsedCommandLine

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
        guard let name = line.value(of: "user") else { return nil }
        guard let number = UserDatabase.number(of: name) else {
            throw .notFound("no user is called '\(name)'")
        }
        return Int(number)
    }

    /// The option that ``user()`` reads.
    static let userOption = CommandOption(
        "user",
        value: .text("UID|NAME"),
        "for this user instead of oneself; for root"
    )
}
