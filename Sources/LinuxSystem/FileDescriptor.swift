import Glibc

/// An open file descriptor that is closed at the end of its lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
    package let rawValue: CInt

    /// Takes ownership of `rawValue`.
    ///
    /// Nothing else may close it.
    package init(owning rawValue: CInt) { self.rawValue = rawValue }

    deinit { _ = close(rawValue) }

    /// Gives up ownership without closing.
    package consuming func release() -> CInt {
        let descriptor = rawValue
        discard self
        return descriptor
    }
}
