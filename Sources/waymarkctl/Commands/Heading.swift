import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let heading = Command(
        name: "heading",
        summary: "print where the vehicle points, as its compass says",
        operands: "",
        options: [
            Invocation.appOption,
            .init("follow", "keep running and print each turn"),
            .init("filter", value: .decimal("DEGREES", 0...180), "print turns from this angle on; default 1"),
            .init("deadline", value: .decimal("SECONDS", 0.1...300), "how long to wait; default 10"),
        ],
        details: """
            Prints degrees clockwise from true north, or from magnetic north if only that is known. A heading is
            not the direction of movement. With --follow, it prints each turn, or the reason why there is no
            heading, until it is interrupted. With --format json, each line is an event as the service sends it.

            The exit status is 6 if no heading arrived in time.
            """
    ) { (invocation) throws(Failure) in
        let app = invocation.app
        let request = LocationInterface.FollowHeading(
            app: app,
            filterDegrees: invocation.line.decimal(of: "filter")
        )
        var registration = OwnRegistration(of: app, at: invocation.service)
        guard invocation.line.has("follow") else {
            return try printOnce(request, &registration, invocation)
        }
        if invocation.line.value(of: "deadline") != nil {
            throw .usage("--deadline is for one heading, without --follow")
        }
        try invocation.service.follow(request) { (answer) throws(Failure) in
            if answer.value.event == .keepAlive { return }
            try show(answer, invocation)
            try registration.complete(answer.value.diagnostics)
        }
    }

    private static func printOnce(
        _ request: LocationInterface.FollowHeading,
        _ registration: inout OwnRegistration,
        _ invocation: Invocation
    ) throws(Failure) {
        let end = ContinuousClock.now + .seconds(invocation.line.decimal(of: "deadline") ?? 10)
        let stream = try invocation.service.stream(request)
        var reason = "the service does not answer"
        while let answer = try stream.reply(within: max(ContinuousClock.now.duration(to: end), .zero)) {
            if answer.value.heading != nil { return try show(answer, invocation) }
            if let text = answer.value.text { reason = invocation.output.told(text) }
            try registration.complete(answer.value.diagnostics)
        }
        throw .unavailable("no heading: \(reason)")
    }

    private static func show(
        _ answer: ServiceConnection.Reply<LocationInterface.FollowHeading.Reply>,
        _ invocation: Invocation
    ) throws(Failure) {
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        let update = answer.value
        guard let heading = update.heading, let degrees = heading.trueDegrees ?? heading.magneticDegrees
        else {
            let reason = update.text.map { invocation.output.told($0) } ?? "unknown"
            return try invocation.output.line("no heading: \(reason)")
        }
        let north = heading.trueDegrees == nil ? "magnetic" : "true"
        var line = "\((degrees * 10).rounded() / 10) degrees \(north)"
        if let accuracy = heading.accuracyDegrees {
            line += ", accurate to \((accuracy * 10).rounded() / 10)"
        }
        switch heading.compass {
        case .uncalibrated: line += ", the compass wants to be calibrated"
        case .disturbed: line += ", the compass is disturbed by a magnetic field"
        default: break
        }
        try invocation.output.line(line)
    }
}
