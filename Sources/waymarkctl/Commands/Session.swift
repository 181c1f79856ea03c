import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let session = Command(
        name: "session",
        summary: "hold a service session for an app, and print what the app lacks",
        operands: "APP",
        options: [
            .init(
                "level",
                value: .word(["none", "when-in-use", "always"]),
                "the authorization that the app needs; default when-in-use"
            ),
            .init(
                "full-accuracy",
                value: .text("KEY"),
                "it needs full accuracy for this purpose of its manifest"
            ),
            .init("background", "keep it in use although its windows are hidden"),
        ],
        details: """
            An app holds a session for as long as one of its features needs the location. The person is asked as
            soon as the rules allow a question. Each line says what the app needs and does not have now. The
            session lasts, and the app is in use, until the command is interrupted; it is held again when the
            service restarts. A session in the background is shown by 'waymarkctl status'. With --format json,
            each line is an event as the service sends it.
            """
    ) { (invocation) throws(Failure) in
        let levels: [LocationInterface.HoldSession.Level] = [.none, .whenInUse, .always]
        let word = invocation.line.value(of: "level")
        let app = invocation.operands[0]
        let request = LocationInterface.HoldSession(
            app: app,
            level: levels.first { $0.rawValue.dashed == word } ?? .whenInUse,
            fullAccuracyPurpose: invocation.line.value(of: "full-accuracy"),
            background: invocation.line.has("background") ? true : nil
        )
        try invocation.service.follow(request) { (answer) throws(Failure) in
            if answer.value.event == .keepAlive { return }
            if invocation.isForMachines { return try invocation.output.line(answer.json) }
            let output = invocation.output
            try output.line(
                answer.value.text.map {
                    output.coloured("\(app.harmless) lacks something: \($0.harmless)", .yellow)
                }
                    ?? "\(app.harmless) has what it needs"
            )
        }
    }
}
