import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

struct FollowCommand {
    private let invocation: Invocation
    private let request: LocationInterface.FollowLocation

    init(_ invocation: Invocation) {
        self.invocation = invocation
        request = LocationInterface.FollowLocation(
            app: invocation.app,
            desiredAccuracyMeters: invocation.line.decimal(of: "accuracy").flatMap { $0 > 0 ? $0 : nil },
            distanceFilterMeters: invocation.line.decimal(of: "distance"),
            minimumIntervalSeconds: invocation.line.decimal(of: "interval")
        )
    }

    func run() throws(Failure) {
        var registration = OwnRegistration(of: request.app, at: invocation.service)
        try invocation.service.follow(request) { (answer) throws(Failure) in
            let update = answer.value
            if update.event == .keepAlive { return }
            if invocation.isForMachines { try invocation.output.line(answer.json) } else { try show(update) }
            try registration.complete(update.diagnostics)
        }
    }

    private func show(_ update: LocationInterface.FollowLocation.Reply) throws(Failure) {
        if let dropped = update.dropped {
            Output.complain("waymarkctl: missed \(counted(dropped, "update"))")
        }
        let reason = update.text.map { invocation.output.told($0) }
        guard let location = update.location else {
            return try invocation.output.line("no location: \(reason ?? "unknown")")
        }
        try invocation.output.line(location.line + (reason.map { "  (\($0))" } ?? ""))
    }
}
