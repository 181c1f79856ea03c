import Glibc
import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl agent`.
    static let agent = Command(
        name: "agent",
        summary: "ask the person, on this terminal, what apps want to be allowed",
        operands: "",
        options: [
            .init(
                "answer",
                value: .text("CHOICE"),
                "give this answer to every question that has it; more than once"
            ),
            .init(
                "accuracy",
                value: .word(["full", "reduced"]),
                "with --answer: how exactly, where that may be chosen"
            ),
            .init(
                "locale",
                value: .text("LOCALE"),
                "the language of the apps' own words, instead of that of LANG"
            ),
        ],
        details: """
            Questions are asked one after the other, in the order in which they came, until there is the end of input or
            a signal; those that still wait go on waiting. Answer by number, by words, or by y and n; 'later' asks the
            others first, 'q' ends. Where an app asks how exactly it may know, type 'full' or 'reduced' before that.

            Without a terminal, for scripts, --answer takes allow-while-using, allow-once, allow-always,
            keep-while-using, allow and deny; with --format json each line is an event as the service sends it. The
            first of several --answer that a question has is given, and a question that has none of them waits on.
            """
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        let answers = try scriptedAnswers(in: invocation.line)
        if answers == nil {
            guard !invocation.isForMachines else {
                throw .usage("--format json asks nobody: give --answer too")
            }
            guard KeyTerminal.isTerminal(STDIN_FILENO), KeyTerminal.isTerminal(STDOUT_FILENO) else {
                throw .refused(
                    "there is no terminal to ask on: run it on one, or give --answer, "
                        + "or decide with 'waymarkctl authorize'"
                )
            }
        }
        let stream = try invocation.service.stream(SettingsInterface.Agent(locale: locale(of: invocation)))
        if let answers {
            try ScriptedAgent(invocation, stream, answers).run()
        } else {
            try TerminalAgent(invocation, stream).run()
        }
    }

    private static func locale(of invocation: Invocation) -> String? {
        invocation.line.value(of: "locale")
            ?? ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value(of: $0) }.first
    }

    private static func scriptedAnswers(
        in line: ParsedCommandLine
    ) throws(Failure) -> ScriptedAgent.Answers? {
        let accuracy = line.value(of: "accuracy").flatMap(AccuracyAuthorization.init(rawValue:))
        var choices: [SettingsInterface.Choice] = []
        for word in line.values(of: "answer") {
            guard let choice = TypedAnswer.choice(word, of: SettingsInterface.Choice.allCases) else {
                throw .usage(
                    "'\(word)' is no answer: use allow-while-using, allow-once, allow-always, keep-while-using, "
                        + "allow or deny"
                )
            }
            choices.append(choice)
        }
        guard choices.isEmpty else { return .init(choices: choices, accuracy: accuracy) }
        guard accuracy == nil else { throw .usage("--accuracy goes with --answer") }
        return nil
    }
}
