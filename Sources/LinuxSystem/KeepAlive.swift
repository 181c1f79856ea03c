import Glibc

/// Has the kernel ask the other side of a TCP connection whether it is still there.
///
/// A machine that vanished says nothing, not even that it is gone: it is asked after 20 s of quiet, and the connection
/// ends 15 s later. Another kind of socket stays as it is.
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
