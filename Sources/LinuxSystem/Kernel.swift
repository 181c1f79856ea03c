/// The kernel as the service uses it: the time, waiting, local sockets, files and random numbers.
///
/// The service has no other access to these, so that a test or a simulated world can run all of it on another
/// kernel. ``LinuxKernel`` is the real one. SQLite, libgps and the receivers' own ports make their own calls.
package protocol Kernel: AnyObject {
    /// The time on the clock of deadlines, which also advances while the machine sleeps.
    var now: ContinuousClock.Instant { get }

    /// The time on the wall clock, in nanoseconds since 1970-01-01 UTC without leap seconds.
    var nanosecondsSince1970: Int64 { get }

    func randomNumber() -> UInt64

    /// Starts to watch a descriptor, whose owner must call ``unwatch(_:)`` before closing it.
    func watch(_ descriptor: CInt, for interest: Poller.Interest) throws(SystemError) -> Poller.Token

    func change(_ token: Poller.Token, to interest: Poller.Interest) throws(SystemError)

    func unwatch(_ token: Poller.Token)

    /// Waits until a watched descriptor is ready, something is noticed, or `deadline` passes; `nil` waits for ever.
    func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Poller.Readiness]

    /// Returns, once, the notices of the wait that returned `ready`.
    func notices(in ready: [Poller.Readiness]) throws(SystemError) -> [KernelNotice]

    /// Listens on a local socket, which is removed when the listener is released.
    func listen(at path: String, permissions: UInt32) throws(ListenFailure) -> any LocalListener

    func connect(to path: String) throws(SystemError) -> any LocalStream

    /// Returns a process of which only the number is known; `nil` if there is none.
    func process(numbered number: Int32) -> PeerProcess?

    /// Returns a file's bytes; fails with `EFBIG` if they are more than `limit`.
    func contents(ofFile path: String, atMost limit: Int) throws(SystemError) -> [UInt8]
}

package enum KernelNotice: Hashable, Sendable {
    case signal(CInt)
    case clockSet

    /// The rules of the machine's time zone have changed.
    case timeZoneChanged
}

/// One end of a connected local socket; closed when it is released.
///
/// No call blocks.
package protocol LocalStream: AnyObject {
    /// The descriptor's number, for ``Kernel/watch(_:for:)``.
    var number: CInt { get }

    func peer() throws(SystemError) -> PeerCredentials

    /// Receives the available bytes, at most as many as `buffer` holds.
    func receive(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult

    /// Sends as many of `bytes` from `offset` as the socket accepts, and returns how many; 0 if its buffer is full.
    func send(_ bytes: [UInt8], from offset: Int) throws(SystemError) -> Int

    func shutDown()
}

extension LocalStream {
    package func send(_ bytes: [UInt8]) throws(SystemError) -> Int { try send(bytes, from: 0) }
}

package protocol LocalListener: AnyObject {
    /// The descriptor's number, for ``Kernel/watch(_:for:)``.
    var number: CInt { get }

    /// Accepts one waiting connection.
    ///
    /// - Throws: ``SystemError`` if the listener itself has failed.
    func accept() throws(SystemError) -> AcceptedConnection
}

package enum AcceptedConnection {
    case connection(any LocalStream)
    case nothing

    /// A connection was waiting but was closed, because the process has no free descriptors.
    case refused
}
