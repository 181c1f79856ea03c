import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

struct ScriptedAgent {
    struct Answers {
        /// The choices in order of preference: the first one that a question offers is its answer.
        let choices: [SettingsInterface.Choice]
        let accuracy: AccuracyAuthorization?
    }

    private let invocation: Invocation
    private let stream: ServiceStream<SettingsInterface.Agent>
    private let answers: Answers

    init(_ invocation: Invocation, _ stream: ServiceStream<SettingsInterface.Agent>, _ answers: Answers) {
        self.invocation = invocation
        self.stream = stream
        self.answers = answers
    }

    /// Answers questions until the process receives a signal or the reader of its output is gone.
    func run() throws(Failure) {
        var session = ""
        try stream.deliver { (answer) throws(Failure) in
            let event = answer.value
            if event.event == .keepAlive { return }
            if invocation.isForMachines { try invocation.output.line(answer.json) }
            session = event.session ?? session
            for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? []) {
                try self.answer(prompt, in: session)
            }
        }
    }

    private func answer(_ prompt: SettingsInterface.Prompt, in session: String) throws(Failure) {
        let subject = "\(prompt.name.harmless): \(prompt.question.rawValue.dashed)"
        guard let choice = answers.choices.first(where: { prompt.choices.contains($0) }) else {
            let choices = prompt.choices.map(\.rawValue.dashed).joined(separator: ", ")
            return Output.complain("\(subject): left unanswered; it offers only \(choices)")
        }
        // Whoever only has a page could else give away what no person has read.
        guard prompt.proposal == nil || !choice.allows else {
            return Output.complain("\(subject): left unanswered; a person has to confirm it")
        }
        do throws(Failure) {
            _ = try invocation.service.call(
                SettingsInterface.AnswerPrompt(
                    session: session,
                    prompt: prompt.prompt,
                    choice: choice,
                    accuracy: prompt.accuracy == nil ? nil : answers.accuracy
                )
            )
        } catch {
            guard case .refused(let why) = error else { throw error }
            return Output.complain("\(subject): \(why)")
        }
        if !invocation.isForMachines { try invocation.output.line("\(subject): \(choice.rawValue.dashed)") }
    }
}
