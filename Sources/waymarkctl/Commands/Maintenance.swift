import CommandLineTool
import LinuxSystem
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let rekey = Command(
        name: "rekey",
        summary: "encrypt the service's stored state with a new key",
        operands: "",
        details: """
            Root only. When it returns, the old key no longer decrypts anything on the disk. If the key is a
            systemd credential, the service cannot replace it; the message says what to do.
            """
    ) { invocation in
        try invocation.show(SettingsInterface.Rekey()) { reply in
            try invocation.output.line("\(reply.sealed) values sealed with a new key")
        }
    }

    static let metrics = Command(
        name: "metrics",
        summary: "print figures about the service, in the form that Prometheus reads",
        operands: "",
        options: [
            .init(
                "file",
                letter: "o",
                value: .path("FILE"),
                "replace this file as a whole, for the textfile collector of node_exporter"
            )
        ],
        details: """
            Root gets the figures of all users together, everybody else only their own. No figure tells
            where the machine is, and none names an app or a user.
            """
    ) { invocation in
        let reply = try invocation.service.call(InspectInterface.GetMetrics())
        let text =
            invocation.isForMachines
            ? String(decoding: reply.json, as: UTF8.self) : reply.value.exposition(.prometheus)
        guard let path = invocation.line.value(of: "file") else { return try invocation.output.line(text) }
        try AtomicFile.write(Array("\(text)\n".utf8), to: path)
    }
}
