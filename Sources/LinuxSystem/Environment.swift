import Glibc

package enum Environment {
    /// Returns the value of a variable; `nil` if it is unset or empty.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    /// Returns the absolute path of `path`, which is relative to the working directory of the process.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    package static var messagesLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { value(of: $0) }.first
    }

    /// All variables, each `NAME=VALUE`.
    package static var all: [String] {
        var variables: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe variables.append(String(cString: variable))
            unsafe next += 1
        }
        return variables
    }

    // The user's directories by the XDG Base Directory Specification; `nil` if `HOME` is unset too.
    package static var stateHome: String? { home("XDG_STATE_HOME", usual: "/.local/state") }
    package static var dataHome: String? { home("XDG_DATA_HOME", usual: "/.local/share") }

    private static func home(_ variable: String, usual: String) -> String? {
        value(of: variable).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? value(of: "HOME").map { $0 + usual }
    }
}
