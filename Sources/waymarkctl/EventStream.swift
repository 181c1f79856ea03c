import Waymark
import WaymarkInterfaces

extension ServiceStream {
    /// Waits for one reply.
    func reply() throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        while true {
            if let reply = try reply(within: nil) { return reply }
        }
    }

    /// Waits for one reply; `nil` if none arrived in time.
    func reply(within timeout: Duration?) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply>? {
        do throws(ServiceError) {
            return try next(timeout: timeout)
        } catch { throw Failure(error) }
    }

    /// Calls `body` with each reply, until the process receives a signal or the reader of its output is gone.
    func deliver(
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience = try Patience()
        repeat {
            while let reply = try reply(within: .zero) {
                try body(reply)
                // A service that is faster than this process must not keep it from ending for long.
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(for: [connection.descriptor])
    }
}

extension Service {
    /// Calls `body` with each reply to a streaming call, through restarts of the service.
    ///
    /// It returns when the process receives a signal, the reader of its output is gone, or `isOver` says so after a reply.
    func follow<Parameters: MethodParameters>(
        _ parameters: Parameters,
        until isOver: () -> Bool = { false },
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience = try Patience()
        var link = ServiceLink(to: path, try stream(parameters)) { () throws(Failure) in
            try stream(parameters)
        }
        repeat {
            while let step = try link.next() {
                switch step {
                case .reply(let reply):
                    try body(reply)
                    if isOver() { return }
                case .lost(let failure):
                    Output.complain("waymarkctl: \(failure.message ?? ""); waiting for the service")
                case .unopened: break
                }
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(for: [link.descriptor].compactMap(\.self), until: link.deadline)
    }
}
