import LocationModel

/// What happens to a provider, as an endless sequence.
///
/// It ends when the task that iterates is cancelled, and throws ``ClientError`` when going on makes no sense: the
/// service is not there at the start, refuses the provider, or breaks the protocol. A service that goes away later
/// is an event, and is looked for until it is back.
public struct ProviderEvents: AsyncSequence, Sendable {
    /// What happened.
    public typealias Element = ProviderEvent

    /// Why it cannot go on.
    public typealias Failure = ClientError

    let service: WaymarkService
    let app: String
    let kinds: [KindDeclaration]

    /// Returns an iterator, which is a provider of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// One provider.
    ///
    /// Letting go of it ends the session.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case unconnected
            case connected(ProviderStream, ProviderSession)
            case waiting(Duration)
            case over
        }

        private let registration: ProviderEvents
        private var state = State.unconnected
        private var backOff = BackOff()

        fileprivate init(_ registration: ProviderEvents) { self.registration = registration }

        /// Waits for the next event.
        ///
        /// - Returns: The event, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next() async throws(ClientError) -> ProviderEvent? {
            try await next(isolation: nil)
        }

        /// Waits for the next event.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: The event, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ProviderEvent? {
            do throws(ClientError) {
                let event = try await advance(isolation: actor)
                if !Task.isCancelled { return event }
            } catch {
                end()
                // What a cancellation tore apart is no failure of the service.
                if Task.isCancelled { return nil }
                throw error
            }
            end()
            return nil
        }

        private mutating func advance(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ProviderEvent? {
            switch state {
            case .over: return nil
            case .unconnected: return try await connect(isolation: actor)
            case .waiting(let delay):
                guard (try? await Task.sleep(for: delay)) != nil else { return nil }
                do throws(ClientError) {
                    return try await connect(isolation: actor)
                } catch { return try wait(after: error) }
            case .connected(let stream, let session):
                do throws(ClientError) {
                    return try await cancellable(stream, isolation: actor) { () async throws(ClientError) in
                        try await stream.next(in: session)
                    }
                } catch {
                    session.close()
                    return try wait(after: error)
                }
            }
        }

        private mutating func connect(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ProviderEvent {
            let (app, kinds) = (registration.app, registration.kinds)
            try registration.check()
            let stream = try ProviderStream(to: registration.service)
            let session = try await cancellable(stream, isolation: actor) { () async throws(ClientError) in
                try await stream.begin(app: app, kinds: kinds)
            }
            state = .connected(stream, session)
            backOff = BackOff()
            return .connected(session)
        }

        private mutating func wait(after error: ClientError) throws(ClientError) -> ProviderEvent {
            guard error.mayPass else { throw error }
            let delay = backOff.next()
            state = .waiting(delay)
            return .disconnected(error, retryIn: delay)
        }

        private mutating func end() {
            if case .connected(let stream, let session) = state {
                stream.close()
                session.close()
            }
            state = .over
        }
    }

    /// Checks what the service would refuse less clearly.
    private func check() throws(ClientError) {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        for kind in kinds where WidgetKind(kind.kind) == nil { throw .invalidName(kind.kind) }
        guard !kinds.isEmpty else { throw .invalidKinds("a provider without a kind: name at least one") }
        let names = kinds.map(\.kind)
        guard Set(names).count == names.count else {
            throw .invalidKinds("a provider with one kind twice: \(names.joined(separator: ", "))")
        }
    }
}
