import CommandLineTool
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
    ) { (invocation) throws(Failure) in
        try invocation.show(SettingsInterface.Rekey()) { (reply) throws(Failure) in
            try invocation.output.line("\(reply.sealed) values sealed with a new key")
        }
    }
}
