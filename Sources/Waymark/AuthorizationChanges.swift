/// What an app may know, as an endless sequence: at first the present authorization, then each change of it, once.
///
/// It ends when the session is closed or the task that iterates is cancelled, and throws ``ClientError`` when the service
/// is back after it went away and refuses the app.
public struct AuthorizationChanges: AsyncSequence, Sendable {
    /// The authorization.
    public typealias Element = Authorization

    /// Why it cannot go on.
    public typealias Failure = ClientError

    let session: AppSession
    let link: AppLink

    /// Returns an iterator that begins with the present authorization.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session, link.changes()) }

    /// One listener, which keeps the session open.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let session: AppSession
        private var changes: AsyncStream<AppLink.Change>.AsyncIterator

        fileprivate init(_ session: AppSession, _ changes: AsyncStream<AppLink.Change>) {
            self.session = session
            self.changes = changes.makeAsyncIterator()
        }

        /// Waits for the next authorization.
        ///
        /// - Returns: The authorization, or `nil` once the session is closed or the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next() async throws(ClientError) -> Authorization? {
            try await next(isolation: nil)
        }

        /// Waits for the next authorization.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: The authorization, or `nil` once the session is closed or the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> Authorization? {
            try await changes.next(isolation: actor)?.get()
        }
    }
}
