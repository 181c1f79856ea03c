import WaymarkInterfaces

extension Command {
    /// `waymarkctl rekey`.
    static let rekey = Command(
        name: "rekey",
        summary: "seal everything that the service keeps anew, with a fresh key",
        operands: "",
        details: """
            For root. Once this returns the old key opens nothing that is on the disk. A service whose key comes from
            systemd's credentials cannot change it by itself; the message says what to do.
            """
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        try invocation.show(SettingsInterface.Rekey()) { (reply) throws(Failure) in
            try invocation.output.line("\(reply.sealed) values sealed with a fresh key")
        }
    }
}
