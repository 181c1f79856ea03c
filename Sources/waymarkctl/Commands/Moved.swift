import CommandLineTool
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let reportMovement = Command(
        name: "moved",
        summary: "say that this machine may have moved, so that paused receivers look at once",
        operands: "[REASON]",
        details: """
            It is for scripts: of NetworkManager when the network changes, of a motion sensor, of a lid or a dock.
            REASON is a word for the journal, such as motion, wifi, lid or dock.

            Where the machine is, only a receiver says. One call counts in five minutes. Only root may make it, the
            user of the service, and the one that the configuration names: MovementUser= in [Bridge]. It prints
            nothing.
            """
    ) { (invocation) throws(Failure) in
        do throws(ClientError) {
            let call = FeedInterface.ReportMovement(reason: invocation.line.operands.first)
            _ = try ServiceConnection(to: invocation.service.path).call(call)
        } catch {
            guard case .permissionDenied? = error.refusal else { throw Failure(error) }
            throw .refused(
                "this user may not say that the machine has moved: root may, the user of the service, and the one "
                    + "whom the configuration names: MovementUser= in [Bridge]"
            )
        }
    }
}
