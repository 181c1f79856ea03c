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
            For scripts that run when the network changes, a lid closes or a motion sensor notices something. REASON is
            one word for the journal, such as motion, wifi, lid or dock.

            Nothing counts as moved until a receiver shows it. Of several calls in five minutes only the first counts.
            Only root may call it, the user of the service, and the user that MovementUser= in [Bridge] of the
            configuration names. It prints nothing.
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
