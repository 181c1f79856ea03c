/// Something expected did not happen in time.
package struct Overdue: Error, CustomStringConvertible {
    /// What was expected, and what is known about it.
    package let description: String

    package init(_ what: String) { description = "waited in vain for \(what)" }
}

/// How long a test waits for what must happen: far longer than it takes even where many programs share the processors.
package let patience = Duration.seconds(240)

/// Waits until `attempt` returns a value, by polling, or throws ``Overdue`` with what was expected.
package func waiting<Value>(
    for what: @autoclosure () -> String,
    within limit: Duration = patience,
    _ attempt: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.milliseconds(2)
    while true {
        // An attempt that itself takes long says what was true at its start.
        let isLast = ContinuousClock.now >= deadline
        if let value = try await attempt() { return value }
        if isLast { throw Overdue("\(what()) for \(limit)") }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(50))
    }
}

package func waiting(
    until what: @autoclosure () -> String,
    within limit: Duration = patience,
    _ condition: () async throws -> Bool
) async throws {
    try await waiting(for: what(), within: limit) { try await condition() ? () : nil }
}
