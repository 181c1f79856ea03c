import LinuxSystem
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl reset`.
    static let reset = Command(
        name: "reset",
        summary: "forget the decisions about apps",
        operands: "[APP]",
        options: [Invocation.userOption],
        details: """
            Without APP, it forgets the decisions about all apps. They lose the location at once, and each may
            ask again, even for always. Kinds that no widget shows and no provider serves are forgotten too.
            """
    ) { (invocation) throws(Failure) in
        let app = try invocation.operand()
        try invocation.show(SettingsInterface.Reset(app: app, user: try invocation.user()))
    }
}

extension Invocation {
    /// Returns the only operand; `nil` if there is none.
    func operand() throws(Failure) -> String? {
        guard line.operands.count <= 1 else {
            throw .usage("unexpected operand '\(line.operands[1])'")
        }
        return line.operands.first
    }
}
