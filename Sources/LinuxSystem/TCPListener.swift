import CLinux
import Glibc

/// The listening TCP sockets of one host and port.
@safe package final class TCPListener: Sendable {
    /// The addresses by which programs of this machine reach `localhost`, and browsers every name below it.
    private static let loopback = ["127.0.0.1", "::1"]

    package let descriptors: [CInt]
    package let port: UInt16

    /// Listens at all addresses of a host, or throws.
    ///
    /// A client that finds one address of a name closed tries the others, where another user could listen.
    /// `localhost` is always 127.0.0.1 and ::1, and `nil` every address of the machine. Port 0 stands for any
    /// free port. The listener owns `passed`, the listening sockets of the same port that this process was
    /// given.
    package init(host: String?, port: UInt16, with passed: [CInt] = []) throws(NetworkError) {
        var descriptors = passed
        var port = passed.first.map { UInt16(truncatingIfNeeded: waymark_local_port($0)) } ?? port
        let missing: [String?] =
            if host == "localhost" {
                Self.loopback.filter { address in
                    !passed.contains { unsafe waymark_listens_at($0, address) != 0 }
                }
            } else { passed.isEmpty ? [host] : [] }
        do throws(NetworkError) {
            for host in missing {
                do throws(NetworkError) {
                    descriptors += try Self.listen(host, port)
                } catch {
                    // Nobody can listen at ::1 where the kernel has no IPv6.
                    guard case .system(let reason) = error, host != missing.last || !descriptors.isEmpty,
                        [EAFNOSUPPORT, EADDRNOTAVAIL].contains(reason.code)
                    else { throw error }
                }
                if port == 0, let first = descriptors.first {
                    port = UInt16(truncatingIfNeeded: waymark_local_port(first))
                }
            }
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
        for descriptor in passed { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        self.descriptors = descriptors
        self.port = port
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private static func listen(_ host: String?, _ port: UInt16) throws(NetworkError) -> [CInt] {
        var problem: UnsafePointer<CChar>?
        var sockets = [CInt](repeating: -1, count: Int(WAYMARK_LISTENERS))
        let count = unsafe waymark_tcp_listen(host, CInt(port), &sockets, &problem)
        guard count >= 0 else { throw unsafe NetworkError("bind", problem: problem) }
        return Array(sockets[..<Int(count)])
    }

    /// Returns whether a descriptor is a listening TCP socket that can serve a host and a port; `nil` for any port.
    package static func isListener(_ descriptor: CInt, at host: String, port: UInt16?) -> Bool {
        guard waymark_is_tcp_listener(descriptor) != 0,
            port.map({ CInt($0) == waymark_local_port(descriptor) }) ?? true
        else { return false }
        let matches = loopback.map { unsafe waymark_listens_at(descriptor, $0) }
        return host == "localhost" ? matches.contains { $0 != 0 } : !matches.contains(1)
    }

    /// The inode numbers of the sockets, unique on this machine.
    package var inodes: Set<UInt64> {
        Set(
            descriptors.compactMap { descriptor in
                var status = stat()
                return unsafe fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
            }
        )
    }

    /// Accepts one waiting connection as a non-blocking socket; `nil` if none is waiting or accepting fails.
    package func accept() -> FileDescriptor? {
        for descriptor in descriptors {
            while true {
                let number = waymark_accept(descriptor)
                if number >= 0 { return FileDescriptor(owning: number) }
                guard errno == EINTR || errno == ECONNABORTED else { break }
            }
        }
        return nil
    }
}
