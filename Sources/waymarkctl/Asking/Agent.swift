import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let agent = Command(
        name: "agent",
        summary: "ask on this terminal whether to allow what apps request",
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
            Asks one question at a time, until the end of input or a signal. Answer with the number or words of a
            choice, or with 'y' or 'n'. Type 'later' to see the other questions first, 'q' to quit. If a question
            offers an accuracy, type 'full' or 'reduced' before the answer. Unanswered questions stay pending.

            In scripts, use --answer with allow-while-using, allow-once, allow-always, keep-while-using, allow
            or deny. It needs no terminal. Of several --answer options, the first one that a question offers
            is given. What a program proposes, such as the permissions page, is never allowed so: a person has to
            confirm it.
            """
    ) { invocation in
        let line = invocation.line
        let choices: [PromptChoice] = try line.values(of: "answer").map { word in
            guard let choice = PromptChoice.named(word, of: PromptChoice.allCases) else {
                throw Failure.usage(
                    "'\(word)' is not an answer; use allow-while-using, allow-once, allow-always, keep-while-using, "
                        + "allow or deny"
                )
            }
            return choice
        }
        if choices.isEmpty {
            if line.has("accuracy") { throw Failure.usage("--accuracy requires --answer") }
            if invocation.isForMachines { throw Failure.usage("--format json requires --answer") }
            guard TerminalScreen.isPossible else {
                throw Failure.refused(
                    "cannot ask without a terminal; run it on a terminal, give --answer, "
                        + "or decide with 'waymarkctl authorize'"
                )
            }
        }
        let locale = line.value(of: "locale") ?? Environment.messagesLocale
        let stream = try invocation.service.stream(SettingsInterface.Agent(locale: locale))
        guard !choices.isEmpty else { return try TerminalAgent(invocation, stream).run() }
        let accuracy = line.value(of: "accuracy").flatMap(AccuracyAuthorization.init(rawValue:))
        var session = ""
        /// Answers a question with the first of the choices that it offers.
        func answer(_ prompt: SettingsInterface.Prompt) throws {
            let subject = "\(prompt.name.harmless): \(prompt.question.rawValue.dashed)"
            guard let choice = choices.first(where: prompt.choices.contains) else {
                let choices = prompt.choices.map(\.rawValue.dashed).joined(separator: ", ")
                return Output.complain("\(subject): left unanswered; it offers only \(choices)")
            }
            // Otherwise a program that may only propose could allow what no person has read.
            guard prompt.proposal == nil || !choice.allows else {
                return Output.complain("\(subject): left unanswered; a person has to confirm it")
            }
            if case .failure(let error) = try invocation.service.answer(prompt, choice, in: session) {
                return Output.complain("\(subject): \(error.message)")
            }
            if invocation.isForMachines { return }
            try invocation.output.line("\(subject): \(choice.rawValue.dashed)")
        }
        try stream.deliver { reply in
            let event = reply.value
            if event.event == .keepAlive { return }
            if invocation.isForMachines { try invocation.output.line(reply.json) }
            session = event.session ?? session
            for var prompt in (event.prompts ?? []) + [event.prompt].compactMap(\.self) {
                if prompt.accuracy != nil { prompt.accuracy = accuracy }
                try answer(prompt)
            }
        }
    }
}

extension Service {
    /// Answers a question, and returns what the app may know then, or why the service does not take the answer.
    func answer(
        _ prompt: SettingsInterface.Prompt,
        _ choice: PromptChoice,
        in session: String
    ) throws(ClientError) -> Result<SettingsInterface.App, ClientError> {
        var answer = SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: choice)
        answer.accuracy = prompt.accuracy
        do throws(ClientError) { return .success(try call(answer).value.app) } catch {
            guard Failure(error).kind == .refused else { throw error }
            return .failure(error)
        }
    }
}
