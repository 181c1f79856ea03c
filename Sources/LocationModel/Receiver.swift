/// Where fixes come from: gpsd, a serial port, a network feed, a recording.
///
/// A receiver is owned by one event loop and never blocks it. The loop waits until ``descriptor`` is readable
/// or ``nextDeadline`` has passed, whichever is first, then calls ``advance(at:)`` and carries on with what
/// that returns. A receiver starts idle; after ``stop()`` it holds no descriptor and wakes nobody.
///
/// Nothing a receiver meets is fatal to the loop: trouble comes out as ``ReceiverReport/state(_:)``.
package protocol Receiver: AnyObject {
    /// What people call this receiver: the URL it was configured with.
    var name: String { get }

    /// The descriptor to wait on for reading, or `nil` while there is none. May change with every call.
    ///
    /// A loop that compares numbers must not be deceived: the kernel gives a closed descriptor's number to the next
    /// one, and forgets that it was waited on. So a call that closes a descriptor leaves `nil` here or a
    /// different number.
    var descriptor: CInt? { get }

    /// When ``advance(at:)`` must be called even though nothing is readable.
    var nextDeadline: MonotonicInstant? { get }

    /// Opens the device, connection or file; calling it again does nothing.
    func start(at now: Moment)

    /// Closes everything; calling it again does nothing.
    func stop()

    /// Takes in what has arrived or become due, a bounded amount at a call.
    func advance(at now: Moment) -> [ReceiverReport]
}

/// What a receiver has to say.
package enum ReceiverReport: Hashable, Sendable {
    /// One epoch, and where it lies on the receiver's own time line.
    ///
    /// `observedAt` is the arrival for a live receiver. For a recording it advances by the recorded intervals
    /// however fast the recording is played, so that speeds and minutes between fixes mean the same.
    case epoch(Epoch, observedAt: MonotonicInstant)

    /// Where the vehicle points; it comes between the epochs, and at a rhythm of its own.
    ///
    /// `observedAt` lies on the same time line as those of the epochs.
    case heading(Heading, observedAt: MonotonicInstant)

    /// The receiver has come into another state.
    case state(ReceiverState)
}
