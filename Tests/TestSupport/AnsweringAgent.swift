package import LocationModel
import ServiceClient
package import WaymarkInterfaces

/// A person at an agent, who answers what no app and no page can.
package final class AnsweringAgent {
    private let stream: ServiceStream<SettingsInterface.Agent>
    private let connection: ServiceConnection
    private let session: String
    private var prompts: [SettingsInterface.Prompt]

    package init(_ socketPath: String) throws {
        stream = try ServiceConnection(to: socketPath).stream(SettingsInterface.Agent())
        connection = try ServiceConnection(to: socketPath)
        let first = try stream.next(timeout: nil)?.value
        session = first?.session ?? ""
        prompts = first?.prompts ?? []
    }

    package func nextPrompt() async throws -> SettingsInterface.Prompt {
        try await waiting(for: "a question") {
            while prompts.isEmpty, let reply = try stream.next(timeout: .zero) {
                if let prompt = reply.value.prompt { prompts.append(prompt) }
            }
            return prompts.first
        }
    }

    @discardableResult
    package func answer(_ choice: PromptChoice) async throws -> SettingsInterface.Prompt {
        let prompt = try await nextPrompt()
        prompts.removeFirst()
        _ = try connection.call(
            SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: choice)
        )
        return prompt
    }
}
