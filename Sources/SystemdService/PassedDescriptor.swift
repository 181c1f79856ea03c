import CSystemd
import Glibc
package import LinuxSystem

/// A descriptor that the service manager opened and passed on, close-on-exec already.
package struct PassedDescriptor: Hashable, Sendable {
    /// What the descriptor is.
    package enum Kind: Hashable, Sendable {
        /// A Unix stream socket that accepts connections.
        case listener

        /// A Unix stream socket that is one connection.
        case connection

        /// Anything else, which the daemon has no use for.
        case other
    }

    /// The kernel's number; whoever takes the value owns the descriptor and must close it.
    package let number: CInt

    /// The name in the unit's `FileDescriptorName=`; `unknown` when it has none.
    package let name: String

    /// What the descriptor is.
    package let kind: Kind

    /// Takes over all descriptors that were passed to this process.
    ///
    /// The environment variables that tell of them are removed, so that a second call finds none and no child
    /// mistakes them for its own.
    ///
    /// - Returns: The descriptors in the order of the unit's lines; empty when the daemon was not activated.
    /// - Throws: ``SystemError`` when the variables make no sense.
    package static func takeAll() throws(SystemError) -> [PassedDescriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = nil
        let count = unsafe sd_listen_fds_with_names(1, &names)
        guard count >= 0 else { throw SystemError("sd_listen_fds", on: "LISTEN_FDS", code: -count) }
        // Names that nobody gave come back as no array at all.
        guard count > 0, let names = unsafe names else { return [] }
        defer { unsafe free(names) }
        return (0..<Int(count)).map { index in
            let number = SD_LISTEN_FDS_START + CInt(index)
            var name = "unknown"
            if let text = unsafe names[index] {
                name = unsafe String(cString: text)
                unsafe free(text)
            }
            return PassedDescriptor(number: number, name: name, kind: kind(of: number))
        }
    }

    private static func kind(of number: CInt) -> Kind {
        let stream = CInt(SOCK_STREAM.rawValue)
        if sd_is_socket_unix(number, stream, 1, nil, 0) > 0 { return .listener }
        return sd_is_socket_unix(number, stream, 0, nil, 0) > 0 ? .connection : .other
    }
}
