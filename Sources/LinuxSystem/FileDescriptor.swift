import Glibc

/// An open file descriptor, closed when its owner goes away.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number, for calls that borrow it.
    package let rawValue: CInt

    /// Takes ownership of `rawValue`, which nothing else may close.
    package init(owning rawValue: CInt) { self.rawValue = rawValue }

    deinit { _ = close(rawValue) }

    /// Gives up ownership without closing.
    package consuming func release() -> CInt {
        let descriptor = rawValue
        discard self
        return descriptor
    }
}
