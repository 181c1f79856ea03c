import LinuxSystem

/// A connection that is made on a thread of its own, because the resolver and libgps know no time limit.
struct ConnectionAttempt<Connection: Sendable> {
    private typealias Task = SideTask<Result<Connection, SourceProblem>>

    private(set) var connection: Connection?
    private var task: Task?

    /// An abandoned attempt that is still running.
    ///
    /// The next attempt resumes it instead of starting another thread.
    private weak var unfinished: Task?

    /// The descriptor that becomes readable at the end of the attempt.
    var descriptor: CInt? { task?.descriptor }

    mutating func begin(
        named name: String,
        _ connect: @escaping @Sendable () throws(SourceProblem) -> Connection
    ) throws(SourceProblem) {
        task = task ?? unfinished
        guard task == nil else { return }
        do throws(SystemError) {
            task = try Task(named: name) { Result { () throws(SourceProblem) in try connect() } }
            unfinished = task
        } catch { throw SourceProblem(error.description) }
    }

    /// Returns whether there is a connection.
    mutating func finish() throws(SourceProblem) -> Bool {
        if let result = task?.removeResult() {
            (task, unfinished) = (nil, nil)
            connection = try result.get()
        }
        return connection != nil
    }

    /// Closes the connection, or gives the attempt up; its thread closes the connection when it has one.
    mutating func close() { (connection, task) = (nil, nil) }
}
