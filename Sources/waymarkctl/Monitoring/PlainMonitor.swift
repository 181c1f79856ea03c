import CommandLineTool
import UserInput
import Waymark
import WaymarkInterfaces

/// Runs `waymarkctl monitor` where there is no terminal: prints the states of receivers and the decisions.
struct PlainMonitor {
    /// The number of past decisions to begin with.
    private static let past = 10

    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws(Failure) {
        let (service, output) = (invocation.service, invocation.output)
        let patience = try Patience()
        // The time of the latest decision, and the one at which the open stream goes on.
        var latest: String?
        var resumed: String?
        let receivers = ServiceLink(InspectInterface.WatchReceivers(), to: service.path, patience.poller)
        try receivers.start()
        let decisions = ServiceLink(to: service.path, patience.poller) { () throws(ClientError) in
            resumed = latest
            return try ServiceConnection(to: service.path).stream(
                InspectInterface.WatchDecisions(since: latest, limit: latest == nil ? Self.past : nil)
            )
        }
        decisions.open()
        repeat {
            while let step = try receivers.step() {
                switch step {
                case .reply(let reply):
                    for receiver in reply.value.receivers {
                        try output.line("\(receiver.name.harmless)  \(receiver.condition(output))")
                    }
                case .lost(let error): Failure(error).complain()
                case .unopened: break
                }
                guard try patience.lasts() else { return }
            }
            while let step = try decisions.step() {
                guard case .reply(let reply) = step else { continue }
                for decision in reply.value.decisions where decision.time != resumed {
                    try output.line(Command.line(for: decision, output))
                }
                latest = reply.value.decisions.last?.time ?? latest
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(
            until: [receivers.deadline, decisions.deadline].compactMap(\.self).min()
        )
    }
}
