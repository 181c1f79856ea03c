import Configuration
import LinuxSystem
import LocationModel
import StateStore

extension EffectiveConfiguration {
    /// The settings that are well formed but name something that this machine does not have, for `--check`.
    var problems: [String] {
        var problems: [String] = []
        let socket = configuration.socket
        // The usual group need not exist: without it nobody shows the widgets of others.
        if socket.hostGroup != Configuration().socket.hostGroup,
            UserDatabase.number(ofGroup: socket.hostGroup) == nil
        {
            problems.append("'HostGroup=': there is no group '\(socket.hostGroup)' on this machine")
        }
        do {
            try StateStore.check(
                directory: configuration.state.directory,
                keyFile: configuration.state.keyFile
            )
        } catch { problems.append("\(error)") }
        for receiver in receivers {
            do throws(ReceiverProblem) { try ReceiverSet.check(receiver.url) } catch {
                problems.append("\(error)")
            }
        }
        return problems
    }
}
