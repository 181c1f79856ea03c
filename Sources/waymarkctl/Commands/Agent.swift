import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let agent = Command(
        name: "agent",
        summary: "ask on this terminal whether to allow what apps request",
        operands: "",
        options: [
            .init(
                "answer",
                value: .text("CHOICE"),
                "give this answer to every question that offers it; repeatable"
            ),
            .init(
                "accuracy",
                value: .word(["full", "reduced"]),
                "with --answer: the accuracy, if the question lets it be chosen"
            ),
            .init(
                "locale",
                value: .text("LOCALE"),
                "the language of the apps' texts; default from the locale"
            ),
        ],
        details: """
            Asks one question at a time, in the order of arrival, until the end of input or a signal.
            Unanswered questions stay pending. Answer with the number or words of a choice, or with 'y' or
            'n'. Type 'later' to see the other questions first, 'q' to quit. If a question offers an accuracy,
            type 'full' or 'reduced' before the answer.

            In scripts, use --answer with allow-while-using, allow-once, allow-always, keep-while-using, allow
            or deny. It needs no terminal. Of several --answer options, the first one that a question offers
            is given; a question that offers none of them stays pending. What a program proposes, such as the
            permissions page, is never allowed so: a person has to confirm it. With --format json, each line
            is an event as the service sends it.
            """
    ) { (invocation) throws(Failure) in
        let answers = try scriptedAnswers(in: invocation.line)
        if answers == nil {
            guard !invocation.isForMachines else {
                throw .usage("--format json requires --answer")
            }
            guard TerminalScreen.isPossible else {
                throw .refused(
                    "cannot ask without a terminal; run it on a terminal, give --answer, "
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
            ?? Environment.messagesLocale
    }

    private static func scriptedAnswers(
        in line: ParsedCommandLine
    ) throws(Failure) -> ScriptedAgent.Answers? {
        let accuracy = line.value(of: "accuracy").flatMap(AccuracyAuthorization.init(rawValue:))
        var choices: [SettingsInterface.Choice] = []
        for word in line.values(of: "answer") {
            guard let choice = TypedAnswer.choice(word, of: SettingsInterface.Choice.allCases) else {
                throw .usage(
                    "'\(word)' is not an answer; use allow-while-using, allow-once, allow-always, keep-while-using, "
                        + "allow or deny"
                )
            }
            choices.append(choice)
        }
        guard choices.isEmpty else { return .init(choices: choices, accuracy: accuracy) }
        guard accuracy == nil else { throw .usage("--accuracy requires --answer") }
        return nil
    }
}
