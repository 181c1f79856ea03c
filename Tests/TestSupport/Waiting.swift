/// Something that did not come in time.
package struct Overdue: Error, CustomStringConvertible {
    /// What was waited for, and what is known about it.
    package let description: String

    /// Creates the error.
    package init(_ what: String) { description = "waited in vain for \(what)" }
}

/// Waits until `attempt` returns something: for what another process does and does not tell.
///
/// - Parameters:
///   - what: What is waited for, to say so when it does not come.
///   - limit: How long to wait at most; far more than it can take on a machine that is busy.
///   - attempt: Looks once.
/// - Returns: What `attempt` returned.
/// - Throws: ``Overdue``, or what `attempt` throws.
package func waiting<Value>(
    for what: @autoclosure () -> String,
    within limit: Duration = .seconds(40),
    _ attempt: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.milliseconds(2)
    while true {
        if let value = try await attempt() { return value }
        guard ContinuousClock.now < deadline else { throw Overdue("\(what()) for \(limit)") }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(50))
    }
}

/// Waits until `condition` holds.
package func waiting(
    until what: @autoclosure () -> String,
    within limit: Duration = .seconds(40),
    _ condition: () async throws -> Bool
) async throws {
    try await waiting(for: what(), within: limit) { try await condition() ? () : nil }
}
