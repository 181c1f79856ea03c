import CSystemd
import Glibc
package import LinuxSystem

/// A descriptor that the service manager opened and passed to this process.
///
/// It is close-on-exec.
package struct PassedDescriptor: Hashable, Sendable {
    /// The descriptor's number.
    ///
    /// The receiver of this value owns the descriptor and must close it.
    package let number: CInt

    /// The name from the unit's `FileDescriptorName=`; `unknown` if it has none.
    package let name: String

    /// Whether it is a Unix stream socket, listening or connected; the daemon uses nothing else.
    package let isStream: Bool

    /// Takes ownership of all descriptors that were passed to this process.
    ///
    /// It removes the environment variables that announce them, so that a second call returns none and no child process
    /// claims them.
    ///
    /// - Returns: The descriptors in the order of the unit's lines; empty without socket activation.
    /// - Throws: ``SystemError`` if the variables are malformed.
    package static func claimAll() throws(SystemError) -> [PassedDescriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = nil
        let count = unsafe sd_listen_fds_with_names(1, &names)
        guard count >= 0 else { throw SystemError("sd_listen_fds", on: "LISTEN_FDS", code: -count) }
        // Without descriptors, `names` stays null.
        guard count > 0, let names = unsafe names else { return [] }
        defer { unsafe free(names) }
        return (0..<Int(count)).map { index in
            let number = SD_LISTEN_FDS_START + CInt(index)
            var name = "unknown"
            if let text = unsafe names[index] {
                name = unsafe String(cString: text)
                unsafe free(text)
            }
            let isStream = sd_is_socket_unix(number, CInt(SOCK_STREAM.rawValue), -1, nil, 0) > 0
            return PassedDescriptor(number: number, name: name, isStream: isStream)
        }
    }
}
