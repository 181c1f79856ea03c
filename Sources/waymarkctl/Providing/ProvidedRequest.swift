import Varlink
import WaymarkInterfaces

enum ProvidedRequest {
    case timeline(WidgetsInterface.Reload)

    /// What the kind looks like in a gallery, of sample data.
    case snapshot(WidgetsInterface.Snapshot)

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

    var json: [UInt8] {
        switch self {
        case .timeline(let reload): reload.json
        case .snapshot(let snapshot): snapshot.json
        }
    }
}
