import Varlink
import VarlinkSocket

extension VarlinkServer.Departure {
    /// Returns the client's fault, for the log; `nil` if it made none.
    func fault(_ limits: VarlinkServer.Limits) -> String? {
        switch self {
        case .ended(.finished), .hungUp, .closed: nil
        case .ended(.truncated): "it ended within a message"
        case .ended(.violated(let error)): "it sent what is no Varlink call: \(error)"
        case .ended(.messageTooLong):
            "its message is longer than \(limits.conversation.messageBytes) bytes (MaxMessageSize=)"
        case .ended(.messageTooSlow):
            "its message took longer than \(limits.conversation.partialMessage) (MessageTimeout=)"
        case .outputOverflowed: "more than \(limits.outputBytes) bytes wait for it (MaxOutputQueue=)"
        case .outputStalled: "it has not read for \(limits.outputStall) (StallTimeout=)"
        case .failed(let error): "\(error)"
        }
    }
}
