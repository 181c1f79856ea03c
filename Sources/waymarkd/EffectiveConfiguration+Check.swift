import Configuration
import LinuxSystem
import LocationModel
import StateStore

extension EffectiveConfiguration {
    /// The well-formed settings that refer to something missing on this machine, for `--check`.
    var problems: [String] {
        var problems = warnings
        let socket = configuration.socket
        // The default group is optional: without it no user can show the widgets of others.
        if socket.hostGroup != Configuration().socket.hostGroup,
            UserDatabase.number(ofGroup: socket.hostGroup) == nil
        {
            problems.append("'HostGroup=': there is no group '\(socket.hostGroup)' on this machine")
        }
        let (bridge, usual) = (configuration.bridge, Configuration().bridge)
        for (key, user, usual) in [
            ("User", bridge.user, usual.user), ("BeaconUser", bridge.beaconUser, usual.beaconUser),
        ] where user != usual && UserDatabase.number(of: user) == nil {
            problems.append("'\(key)=' in [Bridge]: there is no user '\(user)' on this machine")
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
