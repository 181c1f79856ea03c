import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

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

/// The encoding of the latest reload, for the next ones.
///
/// Those of a change tell the same location by the same deadline, to many widgets.
struct LatestReload {
    private var latest: (request: ReloadRequest, form: EventForm?)?

    /// Returns the encoding of a request's event.
    mutating func encoding(of request: ReloadRequest) -> EncodedEvent {
        if latest?.request.isLike(request) != true {
            var event = WidgetsInterface.Serve.Reply(request)
            event.reload?.kind = EventForm.blank
            event.reload?.request = EventForm.blank
            event.reload?.widget = EventForm.blank
            latest = (request, EventForm(event, blanks: 3))
        }
        let texts = [request.kind.rawValue, request.request.description, request.widget.description]
        return latest?.form?.filled(with: texts) ?? EncodedEvent(WidgetsInterface.Serve.Reply(request))
    }
}

extension ReloadRequest {
    /// Returns whether another request differs only in its identifier, its widget and the kind.
    fileprivate func isLike(_ other: Self) -> Bool {
        var same = self
        (same.request, same.widget, same.kind) = (other.request, other.widget, other.kind)
        return same == other
    }
}
