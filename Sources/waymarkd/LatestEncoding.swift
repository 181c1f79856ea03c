import Varlink

/// The encoding of the latest event of one kind, for the next streams that are sent the same.
///
/// The engine tells every stream apart, one right after the other.
struct LatestEncoding<Event: Hashable> {
    private var latest: (event: Event, encoding: EncodedEvent)?

    /// Returns the encoding of an event, which `reply` makes unless the event is the same as the one before.
    mutating func encoding(of event: Event, _ reply: () -> some StreamEvent) -> EncodedEvent {
        if let latest, latest.event == event { return latest.encoding }
        let encoding = EncodedEvent(reply())
        latest = (event, encoding)
        return encoding
    }
}
