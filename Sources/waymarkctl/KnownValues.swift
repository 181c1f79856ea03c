import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

/// The apps, kinds and widgets of the running service, for a shell that completes a command line.
///
/// There are none if no service runs, or if it does not answer while a person waits for the shell. Only names that mean
/// nothing to a shell are taken, whoever listens at the socket.
struct KnownValues {
    typealias Candidate = CommandCompletion.Candidate

    let socketPath: String

    /// The time until which a person waits for the shell: half a second from the first look on.
    private static let deadline = ContinuousClock.now + .milliseconds(500)

    /// The most names that a shell can show sensibly.
    private static let limit = 1000

    /// Returns the values of a kind, as help calls it, that may follow what has been typed.
    func list(_ value: String, _ completion: CommandCompletion) -> [Candidate] {
        let found: [(text: String, summary: String?)] =
            switch value {
            case "APP": all(SettingsInterface.ListApps()).map { ($0.app, $0.name) }
            case "KIND":
                all(HostInterface.ListKinds(app: completion.line.operands.first)).map { ($0.kind, $0.name) }
            case "APP/KIND": all(HostInterface.ListKinds()).map { ("\($0.app)/\($0.kind)", $0.name) }
            case "WIDGET": all(InspectInterface.ListWidgets()).map { ($0.widget, "\($0.app) \($0.kind)") }
            case "FEED": feeds.map { ($0, nil) }
            default: []
            }
        return found.filter { $0.text.split(separator: "/").allSatisfy { AppIdentifier(String($0)) != nil } }
            .map { Candidate($0.text, ($0.summary ?? "").harmless) }
    }

    private var feeds: [String] {
        let status = try? ServiceConnection(to: socketPath)
            .call(InspectInterface.GetStatus(), within: max(.zero, Self.deadline - .now))
        return (status?.value.receivers ?? []).compactMap { receiver in
            if case .feed(let feed)? = try? ReceiverURL(receiver.name) { feed.name } else { nil }
        }
    }

    /// The elements of a list, or none if the service does not send them in time.
    private func all<Parameters: PagedCall>(_ parameters: Parameters) -> [Parameters.Reply.Element] {
        (try? ServiceConnection(to: socketPath)
            .callForAllPages(parameters, limit: Self.limit, within: max(.zero, Self.deadline - .now)).value
            .elements) ?? []
    }
}
