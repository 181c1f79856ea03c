import CLinux

/// The memory of this program.
package enum ProgramMemory {
    /// Gives free memory back to the kernel, as after a start that needed more than the program will again.
    package static func releaseFree() { waymark_release_free_memory() }
}
