import LinuxSystem
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl reset`.
    static let reset = Command(
        name: "reset",
        summary: "forget what was decided, as if nobody had ever been asked",
        operands: "[APP]",
        options: [Invocation.userOption],
        details: """
            Without APP it is about all apps. What they may know ends at once; each may ask again, also for always.
            """
    ) { (invocation) throws(Failure) in
        let app = try invocation.operand()
        try invocation.show(SettingsInterface.Reset(app: app, user: try invocation.user()))
    }
}

extension Invocation {
    /// The one operand, where there is one.
    func operand() throws(Failure) -> String? {
        guard line.operands.count <= 1 else {
            throw .usage("'\(line.operands[1])' is one operand too many")
        }
        return line.operands.first
    }
}
