import CLinux

/// The memory of this program.
package enum ProgramMemory {
    /// Gives back to the kernel what only the start needed: free memory, and code, which returns when it is run.
    package static func releaseStart() { waymark_release_start_memory() }
}
