import TestSupport
import Waymark
import WaymarkInterfaces

/// A person at an agent, who answers what a page cannot.
final class PageAgent {
    private let stream: ServiceStream<SettingsInterface.Agent>
    private let connection: ServiceConnection
    private let session: String
    private var prompts: [SettingsInterface.Prompt]

    init(_ socketPath: String) throws {
        stream = try ServiceConnection(to: socketPath).stream(SettingsInterface.Agent())
        connection = try ServiceConnection(to: socketPath)
        let first = try stream.next(timeout: nil)?.value
        session = first?.session ?? ""
        prompts = first?.prompts ?? []
    }

    /// Waits for the next question, which it still has to answer.
    func nextPrompt() async throws -> SettingsInterface.Prompt {
        try await waiting(for: "a question") {
            while prompts.isEmpty, let reply = try stream.next(timeout: .zero) {
                if let prompt = reply.value.prompt { prompts.append(prompt) }
            }
            return prompts.first
        }
    }

    /// Answers the next question, and returns it.
    @discardableResult
    func answer(_ choice: SettingsInterface.Choice) async throws -> SettingsInterface.Prompt {
        let prompt = try await nextPrompt()
        prompts.removeFirst()
        _ = try connection.call(
            SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: choice)
        )
        return prompt
    }
}
