import LocationModel
import ServiceClient
import Varlink
import WaymarkInterfaces

/// What was found out about this machine, as far as it concerns its location.
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
        /// What the service says of it.
        var told: InspectInterface.Receiver

        /// What a gpsd of this machine says of its receiver; `.good` if that has a fix, `.wrong` otherwise.
        var gpsd: Diagnosis.Finding?
    }

    struct App {
        let name: String
        var status: AuthorizationStatus

        /// The user whose it is, if that is not the one who asks: root is told of everybody's.
        var owner: String?
    }

    /// What became of an attempt to get the location.
    enum Location {
        case found(accuracyMeters: Double?)
        case missing(String)
    }

    var socket = ServiceAddress.defaultPath

    /// Whether the socket is the one of the installed service.
    var isUsualSocket: Bool { socket == ServiceAddress.defaultPath }

    /// Why the service does not answer; `nil` if it does.
    var problem: ClientError?

    /// `nil` without systemd, or where it is not asked.
    var unit: Unit?

    /// What the service says; `nil` unless it answers.
    var status: InspectInterface.GetStatus.Reply?
    var receivers: [Receiver] = []
    var app: String?
    var apps: [App] = []
    var widgetsWithoutProgram = 0

    /// Whether this user has allowed the location to the tool itself.
    var isToolAuthorized: Bool {
        apps.contains { $0.name == OwnApp.tool.identifier && $0.owner == nil && $0.status.isAuthorized }
    }

    /// What became of the tool's own attempt; `nil` if it may not know the location.
    var location: Location?
    var year = 2026
}
