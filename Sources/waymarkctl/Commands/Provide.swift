import CommandLineTool
import LocationModel
import UserInput

extension Command {
    static let provide = Command(
        name: "provide",
        summary: "make the timelines of a kind of widget with a command",
        operands: "APP KIND COMMAND...",
        options: [
            .init(
                "every",
                value: .text("DURATION"),
                "ask for the next timeline after this time, such as 30min"
            ),
            .init("at-end", "ask for the next timeline when the last entry is due"),
        ],
        details: """
            Whenever a widget needs a timeline, COMMAND runs and prints it: a text, whose first line is shown and
            whose other lines are its detail; or a JSON object, which is shown as it is; or a JSON object with
            'entries', each of which may have a 'date', and perhaps 'policy' and 'after'.

            Its environment has the location: WAYMARK_LATITUDE, WAYMARK_LONGITUDE, WAYMARK_ACCURACY (metres,
            68 %), WAYMARK_AGE, WAYMARK_ALTITUDE, WAYMARK_SPEED (m/s), WAYMARK_COURSE, WAYMARK_SOURCE; or, in
            WAYMARK_ABSENCE, why there is none: unauthorized, pausedByPerson, insufficientlyInUse,
            locationUnknown, notWanted; for locationUnknown, WAYMARK_ABSENCE_TEXT says more. It also has
            WAYMARK_APP, WAYMARK_KIND, WAYMARK_WIDGET, WAYMARK_FAMILY, WAYMARK_CONFIGURATION (JSON),
            WAYMARK_REASON and WAYMARK_DEADLINE. What is unknown is unset. The same is on standard input as JSON.
            With the reason 'snapshot', it prints an example for a gallery, within a second.

            COMMAND has failed if its exit status is not 0, if it prints nothing or more than 64 KiB, or if it is
            still running a second before the deadline. The last line of its error output is kept as the reason,
            the widget keeps what it shows, and the service asks again later. At most 4 commands run at once.
            'provide' goes on when the service restarts, and ends on SIGTERM or SIGINT.
            """
    ) { (invocation) throws(Failure) in
        let operands = invocation.operands
        var policy = ProvidedTimeline.Policy.never
        if let text = invocation.line.value(of: "every") {
            guard let interval = Quantity.duration(text), interval > .zero, interval <= .seconds(366 * 86_400)
            else { throw .usage("--every \(text): write a time such as 30min, at most a year") }
            guard !invocation.line.has("at-end") else {
                throw .usage("--every and --at-end exclude each other")
            }
            policy = .every(interval)
        } else if invocation.line.has("at-end") {
            policy = .atEnd
        }
        try CommandProvider(
            app: operands[0],
            kind: operands[1],
            command: Array(operands[2...]),
            policy: policy,
            on: invocation.service
        ).run()
    }
}
