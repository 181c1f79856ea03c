import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let relay = Command(
        name: "relay",
        summary: "show what waits to be sent to a broker, what was sent, and what was dropped",
        operands: "",
        options: [
            .init(
                "status",
                value: .path("FILE"),
                "the file of this relay, instead of yours and the machine's"
            )
        ],
        details: """
            It shows your own relay and the machine's, as far as they run; the machine's to root only. They tell it in a
            file, STATUS in their runtime directory, and not by the service.
            """
    ) { invocation in
        var relays: [(name: String, status: RelayStatus)] = []
        let file = invocation.line.value(of: "status")
        for (name, path) in places(file) {
            do throws(SystemError) {
                let json = try contentsOfFile(path, atMost: 65_536)
                guard let status = try? CodedDecoder.decode(RelayStatus.self, json) else {
                    throw SystemError("read", on: path, code: EBADMSG)
                }
                relays.append((name, status))
            } catch { if file != nil || ![ENOENT, EACCES].contains(error.code) { throw error } }
        }
        guard !relays.isEmpty else {
            throw Failure.refused(
                "no relay of yours runs, and no relay of the machine that you may see: 'systemctl --user status "
                    + "waymark-relay' and 'sudo waymarkctl relay' say more"
            )
        }
        if invocation.isForMachines {
            let all = Dictionary(uniqueKeysWithValues: relays.map { ($0.name, $0.status) })
            return try invocation.output.line(CodedEncoder.plainJSON(all))
        }
        for (name, status) in relays {
            try invocation.output.table(rows(name, status, invocation.output))
        }
    }

    private static func places(_ file: String?) -> [(name: String, path: String)] {
        if let file { return [("relay", file)] }
        let own = Environment.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        return [("yours", own), ("machine", "/run")].map { name, folder in
            (name, "\(folder)/\(RelayStatus.folderName)/\(RelayStatus.fileName)")
        }
    }

    private static func rows(_ name: String, _ status: RelayStatus, _ output: Output) -> [[String]] {
        let dropped = status.dropped.values.reduce(0, +)
        let oldest =
            status.oldest.map { ", the oldest of \(output.spoken(date: $0.description, places: 0))" } ?? ""
        var rows = [
            [
                "\(name): \(status.device.harmless) to \(status.broker.harmless), \(status.connection.harmless)"
            ],
            [
                "  waiting",
                counted(status.waiting, "event") + kinds(status.kinds)
                    + (status.waiting > 0 ? ", \(status.bytes) bytes" : "") + oldest,
            ],
            ["  sent", counted(status.sent, "event")],
            ["  dropped", counted(dropped, "event") + kinds(status.dropped)],
        ]
        if status.held {
            let reason = "the relay may not know the location, or the service has not said so yet"
            rows.append(["  held", "nothing that tells a place is sent: \(reason)"])
        }
        if let problem = status.problem { rows.append(["  problem", problem.harmless]) }
        return rows
    }

    private static func kinds(_ counts: [String: Int]) -> String {
        let texts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.harmless)" }
        return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
    }
}
