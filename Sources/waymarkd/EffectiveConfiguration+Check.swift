import Configuration
import Glibc
import LinuxSystem
import LocationModel
import StateStore

extension EffectiveConfiguration {
    /// The well-formed settings without which the service starts, although this machine lacks what they name, for
    /// `--check`.
    var remarks: [String] {
        var remarks = warnings
        let socket = configuration.socket
        // The default group is optional: without it no user can show the widgets of others.
        if socket.hostGroup != Configuration().socket.hostGroup,
            UserDatabase.number(ofGroup: socket.hostGroup) == nil
        {
            remarks.append("'HostGroup=': there is no group '\(socket.hostGroup)' on this machine")
        }
        let (bridge, usual) = (configuration.bridge, Configuration().bridge)
        for (key, user, usual) in [
            ("User", bridge.user, usual.user), ("BeaconUser", bridge.beaconUser, usual.beaconUser),
        ] where user != usual && UserDatabase.number(of: user) == nil {
            remarks.append("'\(key)=' in [Bridge]: there is no user '\(user)' on this machine")
        }
        return remarks
    }

    /// The well-formed settings with which the service would not start on this machine, for `--check`.
    var obstacles: [String] {
        var obstacles: [String] = []
        do {
            try StateStore.check(
                directory: configuration.state.directory,
                keyFile: configuration.state.keyFile
            )
        } catch { obstacles.append("\(error)") }
        if let checkedAs, let keyFile = configuration.state.keyFile {
            do throws(SystemError) { _ = try InputFile(keyFile) } catch {
                if error.code == EACCES {
                    obstacles.append(Self.asking(checkedAs, for: "the sealing key \(error)"))
                }
            }
        }
        for receiver in receivers {
            do throws(ReceiverProblem) { try ReceiverSet.check(receiver.url) } catch {
                obstacles.append("\(error)")
            }
        }
        return obstacles
    }
}

extension EffectiveConfiguration {
    /// The user that the installed service runs as, if this program runs as root and the service does not.
    ///
    /// systemd gives the service the directory of its state. Before the first start there is none.
    func serviceUser(_ options: Options) -> UInt32? {
        guard ProcessIdentity.effectiveUserID == 0 else { return nil }
        let usual = options.configurationPath == nil ? UserDatabase.number(of: "waymark") : nil
        let user = (try? Folder(configuration.state.directory).status().owner) ?? usual
        return user == 0 ? nil : user
    }
}
