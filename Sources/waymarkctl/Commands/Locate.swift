import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let locate = Command(
        name: "locate",
        summary: "print the location of this machine",
        options: [
            Invocation.appOption,
            .init(
                "accuracy",
                value: .decimal("METERS", 0.001...1e9),
                "wait for a location as accurate as this"
            ),
            .init(
                "max-age",
                value: .decimal("SECONDS", 0...1e9),
                "accept a location up to this age at once; default 5"
            ),
            .init("deadline", value: .decimal("SECONDS", 0.1...300), "how long to wait; default 30"),
            .init("follow", "keep running and print each location"),
            .init(
                "distance",
                value: .decimal("METERS", 0.001...1e9),
                "with --follow, print a location only this far from the last"
            ),
            .init(
                "interval",
                value: .decimal("SECONDS", 0.001...86_400),
                "with --follow, print a location at most this often"
            ),
        ],
        details: """
            Prints latitude and longitude in degrees, the radius of the circle that contains the machine with
            68 % probability ('-' if it is unknown), and the age of the location. Without --accuracy, it prints
            the first location. At the deadline, it prints the most accurate one since the start. With --follow, it
            prints each location, or the reason why there is none, until it is interrupted.

            The first time, the person is asked whether this tool may know the location, by an agent or else on this
            terminal. For another app, decide with 'waymarkctl authorize'. From --accuracy 50 or --interval 20 on,
            receivers may pause.

            The exit status is 5 if the app is not authorized, and 6 if no location arrived in time.
            """
    ) { invocation in
        let line = invocation.line
        let (wrong, rule) =
            line.has("follow")
            ? (["max-age", "deadline"], "is for one location, without --follow")
            : (["distance", "interval"], "needs --follow")
        if let option = wrong.first(where: line.has) { throw Failure.usage("--\(option) \(rule)") }
        try line.has("follow") ? follow(invocation) : locateOnce(invocation)
    }

    private static func follow(_ invocation: Invocation) throws {
        let request = LocationInterface.FollowLocation(
            app: invocation.app,
            desiredAccuracyMeters: invocation.line.decimal(of: "accuracy"),
            distanceFilterMeters: invocation.line.decimal(of: "distance"),
            minimumIntervalSeconds: invocation.line.decimal(of: "interval")
        )
        invocation.registerTool()
        let output = invocation.output
        try invocation.follow(request) { update in
            if update.event == .keepAlive { return nil }
            if let dropped = update.dropped, !invocation.isForMachines {
                Output.complain("waymarkctl: missed \(counted(dropped, "update"))")
            }
            let reason = update.text.map { output.told($0) }
            guard let location = update.location else { return "no location: \(reason ?? "unknown")" }
            return location.line + (reason.map { "  (\($0))" } ?? "")
        }
    }

    private static func locateOnce(_ invocation: Invocation) throws {
        let seconds = invocation.line.decimal(of: "deadline") ?? 30
        let request = LocationInterface.GetLocation(
            app: invocation.app,
            desiredAccuracyMeters: invocation.line.decimal(of: "accuracy"),
            maximumAgeSeconds: invocation.line.decimal(of: "max-age"),
            deadlineSeconds: seconds
        )
        let limit: Duration = .seconds(seconds) + ServiceConnection.patience
        var reply = try invocation.service.call(request, within: limit)
        if reply.value.absence?.reason == .notDetermined, request.app == OwnApp.tool.identifier {
            // An authorization for once lasts as long as the session.
            let session = try askPerson(invocation, until: .now + .seconds(seconds))
            reply = try invocation.service.call(request, within: limit)
            withExtendedLifetime(session) {}
        }
        if invocation.isForMachines { try invocation.output.line(reply.json) }
        if let absence = reply.value.absence {
            let text = "no location: \(invocation.output.told(reply.value.text))"
            throw absence.failure(text, for: request.app)
        }
        guard !invocation.isForMachines, let location = reply.value.location else { return }
        try invocation.output.line(location.line)
    }

    /// Asks the person whether the tool may know, and waits for the answer, if an agent can ask.
    private static func askPerson(
        _ invocation: Invocation,
        until end: ContinuousClock.Instant
    ) throws -> ServiceStream<LocationInterface.Open> {
        let app = OwnApp.tool.identifier
        let session = try invocation.service.stream(LocationInterface.Open(app: app))
        _ = try invocation.service.call(OwnApp.tool.registration)
        let name = try session.next().value.session ?? ""
        let question = LocationInterface.RequestAuthorization(session: name, level: .whenInUse)
        switch try invocation.service.call(question).value.outcome {
        case .authorizationRequestInProgress: break
        case .noAgent where !invocation.isForMachines && TerminalScreen.isPossible:
            // Nobody else can ask the person, who is right here. As an agent, it also asks what else waits.
            let agent = SettingsInterface.Agent(locale: Environment.messagesLocale)
            try TerminalAgent(invocation, invocation.service.stream(agent), firstAbout: app).run()
            // A location may take long, and nobody asks for the signals any more.
            EventWaiter.unblockSignals()
            return session
        default: return session
        }
        Output.complain("waymarkctl: waiting for the person to allow or deny the location")
        while let reply = try session.next(timeout: max(.zero, end - .now)) {
            if let status = reply.value.authorization?.status, status != .notDetermined { break }
        }
        return session
    }
}

/// Returns a place in degrees, to about a decimetre.
func degrees(_ latitude: Double, _ longitude: Double) -> String {
    "\(latitude.text(places: 6)),\(longitude.text(places: 6))"
}

extension LocationInterface.Location {
    var line: String {
        let accuracy = horizontalAccuracyMeters.map { "\(($0 * 10).rounded() / 10) m" } ?? "-"
        let origin =
            switch source {
            case .receiver: "\(spoken(seconds: age.inSeconds)) ago"
            case .stated: "stated, not measured"
            case .simulated: "\(spoken(seconds: age.inSeconds)) ago, simulated"
            case .phone: "\(spoken(seconds: age.inSeconds)) ago, by a phone"
            case .modem: "\(spoken(seconds: age.inSeconds)) ago, by the modem"
            case .network: "\(spoken(seconds: age.inSeconds)) ago, by networks in reach"
            }
        let place = degrees(coordinate.latitudeDegrees, coordinate.longitudeDegrees)
        return "\(place)  \(accuracy)  \(origin)" + (trust == .doubtful ? ", doubtful" : "")
    }
}

extension LocationInterface.LocationAbsence {
    fileprivate func failure(_ text: String, for app: String) -> Failure {
        switch reason {
        case .notDetermined, .denied:
            .unauthorized("\(text); 'waymarkctl authorize \(app) when-in-use' allows it")
        case .restricted: .unauthorized("\(text); only the administrator can change that")
        case .servicesOff: .unauthorized("\(text); 'waymarkctl services on' switches location services on")
        case .pausedByPerson: .unavailable("\(text); 'waymarkctl resume' ends that")
        case .insufficientlyInUse: .unavailable("\(text); show a window of \(app)")
        case .serviceSessionRequired: .unavailable("\(text); start \(app)")
        case .locationUnknown:
            .unavailable("\(text); see 'waymarkctl receivers', or give a longer --deadline")
        }
    }
}
