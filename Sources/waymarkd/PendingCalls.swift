import Varlink
import VarlinkSocket
import WaymarkEngine

/// A call that waits for the engine's answer, with the function that encodes the answer.
struct PendingCall {
    let connection: VarlinkServer.ConnectionID

    /// The called interface.
    let interface: String
    let answer: (Answer) -> Reply
}

/// The calls that wait for the engine's answer; a connection has at most one.
struct PendingCalls {
    private var calls: [CallIdentifier: PendingCall] = [:]
    private var byConnection: [VarlinkServer.ConnectionID: CallIdentifier] = [:]

    mutating func insert(_ call: CallIdentifier, _ pending: PendingCall) {
        calls[call] = pending
        byConnection[pending.connection] = call
    }

    @discardableResult
    mutating func remove(_ call: CallIdentifier) -> PendingCall? {
        guard let pending = calls.removeValue(forKey: call) else { return nil }
        byConnection[pending.connection] = nil
        return pending
    }

    /// Returns the call of a connection.
    subscript(connection: VarlinkServer.ConnectionID) -> CallIdentifier? { byConnection[connection] }
}

/// A call whose answer is computed from the state at the end of the turn, once that state is durable.
struct PendingInquiry {
    let request: Request
    let answer: () throws(CallFailure) -> Reply
}
