/// A source of fixes: gpsd, a serial port, a network feed or a recording.
///
/// One event loop owns a receiver, and the receiver never blocks it. The loop waits until ``descriptor`` is readable or
/// ``nextDeadline`` has passed, whichever comes first, and then calls ``advance(at:)``. A receiver starts idle. After
/// ``stop()`` it holds no descriptor and needs no wakeups.
///
/// No error of a receiver is fatal to the loop; it is reported as ``ReceiverReport/state(_:)``.
package protocol Receiver: AnyObject {
    /// The display name: the URL that the receiver was configured with.
    var name: String { get }

    /// The descriptor to wait on for reading, or `nil`. It may change with every call.
    ///
    /// A call that closes a descriptor leaves `nil` or a different number here. The kernel reuses the number of a
    /// closed descriptor and forgets that it was polled, so a loop that compares numbers would otherwise miss the
    /// change.
    var descriptor: CInt? { get }

    /// When ``advance(at:)`` must be called even if nothing is readable.
    var nextDeadline: MonotonicInstant? { get }

    /// Opens the device, connection or file. Further calls do nothing.
    func start(at now: Moment)

    /// Closes everything. Further calls do nothing.
    func stop()

    /// Processes a bounded amount of what has arrived or become due, and returns what it reports.
    func advance(at now: Moment) -> [ReceiverReport]
}

package enum ReceiverReport: Hashable, Codable, Sendable {
    /// One epoch and its place on the receiver's time line.
    ///
    /// For a live receiver `observedAt` is the time of arrival. For a recording it advances by the recorded intervals
    /// at any playback speed, so that speeds and times between fixes keep their meaning.
    case epoch(Epoch, observedAt: MonotonicInstant)

    /// The heading of the vehicle, which arrives between epochs at its own rate.
    ///
    /// `observedAt` lies on the same time line as that of the epochs.
    case heading(Heading, observedAt: MonotonicInstant)
    case state(ReceiverState)
}
