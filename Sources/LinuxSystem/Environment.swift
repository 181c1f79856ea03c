import Glibc

/// What whoever started this process told it.
package enum Environment {
    /// The value of a variable, or `nil` where it is not set or empty.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
