import CLinux

/// The memory of a program that waits most of the time.
///
/// Most of it is code, which is run once and then long not again. Once the program has rested for a while, its code and
/// its free memory are given back to the kernel; code returns when it is run, in about a millisecond altogether.
package struct ProgramMemory {
    private static let rest: Duration = .seconds(10)

    private var lastWork: ContinuousClock.Instant

    /// The time of the next call to ``advance(hasWorked:at:)``; `nil` if nothing has been run since memory was given back.
    package private(set) var nextDeadline: ContinuousClock.Instant?

    /// Gives back what the start needed.
    package init(at now: ContinuousClock.Instant) {
        lastWork = now
        waymark_release_memory()
    }

    /// Notes a turn of the program's loop, and gives memory back if the last work is long ago.
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
