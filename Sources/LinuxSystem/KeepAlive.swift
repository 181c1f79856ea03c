import Glibc

/// Enables keep-alive probes on a TCP connection.
///
/// A host that vanishes sends no FIN. The kernel probes it after 20 s without data, and closes the connection 15 s
/// later. Other kinds of sockets are not changed.
package func keepAlive(_ socket: CInt) {
    let options = [
        (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 20),
        (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5), (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for (level, name, number) in options {
        var value = CInt(number)
        unsafe _ = setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }
}
