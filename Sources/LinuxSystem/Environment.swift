import Glibc

/// What whoever started this process told it.
package enum Environment {
    /// The value of a variable, or `nil` where it is not set or empty.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    /// The folder of the person's data, by the rules of the XDG Base Directory Specification; `nil` without a home.
    package static var dataHome: String? {
        value(of: "XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? value(of: "HOME").map { $0 + "/.local/share" }
    }
}
