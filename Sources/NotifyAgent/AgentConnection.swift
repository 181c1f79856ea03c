import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// The agent's stream at the service, and its answers.
final class AgentConnection {
    /// Why it is over, or an answer was not taken.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long an answer may take: one transaction of the service on an old memory card takes seconds.
    private static let patience: Duration = .seconds(30)

    private let path: String
    private let client: VarlinkClient
    private let replies: ReplyStream
    private var session = ""

    /// Connects, and says in which language people are asked.
    init(to path: String, locale: String?) throws(Failure) {
        self.path = path
        do throws(ClientFailure) {
            client = try VarlinkClient(connectingTo: path)
            replies = try client.stream(
                SettingsInterface.Agent.method,
                SettingsInterface.Agent(locale: locale).json
            )
        } catch { throw Failure(description: "\(error)") }
    }

    /// What to watch for something to read.
    var descriptor: CInt { client.descriptor }

    /// Takes the next event, or `nil` if none has come.
    func next() throws(Failure) -> SettingsInterface.Agent.Reply? {
        let json: [UInt8]?
        do throws(ClientFailure) {
            json = try replies.next(timeout: .zero)
        } catch {
            if error == .timedOut { return nil }
            throw Failure(description: "\(error)")
        }
        guard let json else { throw Failure(description: "the service closed the connection to \(path)") }
        do throws(ParameterProblem) {
            let event = try SettingsInterface.Agent.Reply(json: json)
            session = event.session ?? session
            return event
        } catch {
            throw Failure(description: "the service sent an event without a proper '\(error.parameter)'")
        }
    }

    /// Passes on an answer.
    func answer(_ answer: QuestionDisplay.Answer) throws(Failure) {
        let parameters = SettingsInterface.AnswerPrompt(
            session: session,
            prompt: answer.prompt.prompt,
            choice: answer.button.choice,
            // What the person saw counts, whatever the app's manifest says meanwhile.
            accuracy: answer.button.accuracy ?? answer.prompt.accuracy
        )
        do throws(ClientFailure) {
            // A connection with an open stream can carry no calls.
            _ = try VarlinkClient(connectingTo: path)
                .call(
                    SettingsInterface.AnswerPrompt.method,
                    parameters.json,
                    timeout: Self.patience
                )
        } catch { throw Failure(description: "\(error)") }
    }
}
