import LocationModel
import ServiceClient
import Varlink
import WaymarkInterfaces

/// The facts about this machine that concern its location.
struct MachineFacts {
    /// The service's unit, as systemd knows it.
    struct Unit {
        var isInstalled = true

        /// systemd's word for its state.
        var state = "active"

        /// The exit status of its last process.
        var status = 0
    }

    struct Receiver {
        /// The receiver as the service describes it.
        var told: InspectInterface.Receiver

        /// The finding about the receiver of a gpsd on this machine: `.good` if it has a fix, `.wrong`
        /// otherwise.
        var gpsd: Diagnosis.Finding?
    }

    struct App {
        let name: String
        var status: AuthorizationStatus

        /// The owner, if that is another user than the one who asks: root is told of everybody's apps.
        var owner: String?
    }

    /// The outcome of an attempt to get the location.
    enum Location {
        case found(accuracyMeters: Double?)
        case missing(String)
    }

    var socket = ServiceAddress.defaultPath

    /// Whether the socket is the one of the installed service.
    var isUsualSocket: Bool { socket == ServiceAddress.defaultPath }

    /// The reason why the service does not answer; `nil` if it does.
    var problem: ClientError?

    /// `nil` without systemd, or where it is not asked.
    var unit: Unit?

    /// The service's answer; `nil` unless it answers.
    var status: InspectInterface.GetStatus.Reply?
    var receivers: [Receiver] = []
    var app: String?
    var apps: [App] = []
    var widgetsWithoutProgram = 0

    /// Whether this user has allowed the location to the tool itself.
    var isToolAuthorized: Bool {
        apps.contains { $0.name == OwnApp.tool.identifier && $0.owner == nil && $0.status.isAuthorized }
    }

    /// The outcome of the tool's own attempt; `nil` if it may not know the location.
    var location: Location?
    var year = 2026
}
