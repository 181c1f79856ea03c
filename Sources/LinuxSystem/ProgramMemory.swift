import CLinux

/// The memory of a program that waits most of the time.
///
/// Most of it is code that runs once and is then not needed for a long time. When the program has rested for a while, it
/// gives its code and its free memory back to the kernel. Code returns when it runs again, which takes about a
/// millisecond in all.
package struct ProgramMemory {
    private static let rest: Duration = .seconds(10)

    private var lastWork: ContinuousClock.Instant

    /// The time of the next call to ``advance(hasWorked:at:)``; `nil` if nothing has been run since memory was given back.
    package private(set) var nextDeadline: ContinuousClock.Instant?

    /// Gives back the memory that the start of the program needed.
    package init(at now: ContinuousClock.Instant) {
        lastWork = now
        waymark_release_memory()
    }

    /// Records a turn of the program's loop, and gives memory back if the program has rested for long enough.
    package mutating func advance(hasWorked: Bool, at now: ContinuousClock.Instant) {
        if hasWorked {
            lastWork = now
            nextDeadline = nextDeadline ?? now + Self.rest
        } else if let due = nextDeadline, due <= now {
            let end = lastWork + Self.rest
            nextDeadline = end <= now ? nil : end
            if nextDeadline == nil { waymark_release_memory() }
        }
    }
}
