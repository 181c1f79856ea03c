import Varlink
import WaymarkInterfaces

/// What the service wants a command to make.
enum ProvidedRequest {
    /// The timeline of a widget.
    case timeline(WidgetsInterface.Reload)

    /// What the kind looks like in a gallery, of sample data.
    case snapshot(WidgetsInterface.Snapshot)

    /// The identifier for the answer.
    var identifier: String {
        switch self {
        case .timeline(let reload): reload.request
        case .snapshot(let snapshot): snapshot.request
        }
    }

    /// The widget, for a timeline.
    var widget: String? {
        if case .timeline(let reload) = self { reload.widget } else { nil }
    }

    /// The deadline for the answer, RFC 3339.
    var deadline: String {
        switch self {
        case .timeline(let reload): reload.deadline
        case .snapshot(let snapshot): snapshot.deadline
        }
    }

    /// The request as the service sent it.
    var json: [UInt8] {
        switch self {
        case .timeline(let reload): reload.json
        case .snapshot(let snapshot): snapshot.json
        }
    }
}
