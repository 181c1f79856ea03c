import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

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
            WAYMARK_ABSENCE, why there is none, and in WAYMARK_ABSENCE_TEXT what keeps the receivers from a fix. It
            also has WAYMARK_APP, WAYMARK_KIND, WAYMARK_WIDGET, WAYMARK_FAMILY, WAYMARK_CONFIGURATION (JSON),
            WAYMARK_REASON ('snapshot' for an example in a gallery, due within a second) and WAYMARK_DEADLINE. The
            same is on standard input as JSON.

            COMMAND has failed if its exit status is not 0, if it prints nothing or more than 64 KiB, or if it is
            still running a second before the deadline; the last line of its error output is kept as the reason.
            """
    ) { invocation in
        var interval: Duration?
        if let text = invocation.line.value(of: "every") {
            interval = Quantity.duration(text)
            guard let interval, interval > .zero, interval <= .seconds(366 * 86_400)
            else { throw Failure.usage("--every \(text): write a time such as 30min, at most a year") }
            guard !invocation.line.has("at-end") else {
                throw Failure.usage("--every and --at-end exclude each other")
            }
        }
        try CommandProvider(invocation, interval).run()
    }
}

final class CommandProvider {
    /// The most commands that run at once; more requests wait for one of them to end.
    private static let commandLimit = 4

    private let app: String
    private let kind: String
    private let command: [String]
    private let policy: WidgetsInterface.ReloadPolicy
    private let interval: Duration?
    private let service: Service
    private var session: String?
    private var waiting: [ProvidedRequest] = []
    private var runs: [(request: ProvidedRequest, command: TimedCommand)] = []

    /// The time before the service's deadline at which a command is ended, so that the failure still arrives.
    private static let margin: Duration = .seconds(1)

    init(_ invocation: Invocation, _ interval: Duration?) {
        (app, kind) = (invocation.operands[0], invocation.operands[1])
        command = Array(invocation.operands[2...])
        policy = interval != nil ? .after : invocation.line.has("at-end") ? .atEnd : .never
        (self.interval, service) = (interval, invocation.service)
    }

    /// Serves the kind until the process receives a signal or the service refuses it.
    func run() throws {
        let serve = WidgetsInterface.Serve(app: app, kinds: [.init(kind: kind, wantsLocation: true)])
        let waiter = try EventWaiter()
        let link = ServiceLink(serve, to: service.path, waiter.poller)
        try link.connect()
        defer { stop() }
        repeat {
            while let step = try link.step() {
                take(step)
                guard try waiter.mayContinue() else { return }
            }
            advance()
            start()
        } while try waiter.wait(
            for: runs.flatMap(\.command.descriptors),
            until: (runs.map(\.command.deadline) + [link.deadline].compactMap(\.self)).min()
        )
    }

    private func take(_ step: ServiceLink<WidgetsInterface.Serve>.Step) {
        switch step {
        case .reply(let reply):
            session = reply.value.session ?? session
            if let reload = reply.value.reload {
                // A newer request means that the service no longer waits for the older.
                waiting.removeAll { $0.widget == reload.widget }
                runs.removeAll { $0.request.widget == reload.widget }
                waiting.append(ProvidedRequest(reload, of: app))
            }
            // Somebody looks at a gallery, and waits for two seconds.
            if let snapshot = reply.value.snapshot {
                waiting.insert(ProvidedRequest(snapshot, of: app), at: 0)
            }
        case .lost(let error):
            error.complain()
            session = nil
            stop()
        case .unopened: break
        }
    }

    private func stop() {
        waiting = []
        runs = []
    }

    private func start() {
        while runs.count < Self.commandLimit, !waiting.isEmpty {
            let request = waiting.removeFirst()
            do throws(SystemError) {
                let left = UTCInstant(request.deadline).map { UTCInstant.now.duration(to: $0) - Self.margin }
                let run = try TimedCommand(
                    command,
                    request.variables,
                    input: request.json,
                    limit: min(max(left ?? .zero, .seconds(1)), .seconds(600))
                )
                runs.append((request, run))
            } catch { fail(request, "\(error)") }
        }
    }

    private func advance() {
        runs.removeAll { run in
            do throws(Failure) {
                guard let output = try run.command.advance() else { return false }
                let timeline = try ProvidedTimeline(output, policy: policy, after: interval, at: .now)
                deliver(timeline, for: run.request)
            } catch { fail(run.request, error.message ?? "") }
            return true
        }
    }

    // MARK: Answers

    private func deliver(_ timeline: ProvidedTimeline, for request: ProvidedRequest) {
        guard let session else { return }
        do throws(ClientError) {
            guard request.widget != nil else {
                return try deliver(timeline.entries.first?.content, for: request, in: session)
            }
            let call = WidgetsInterface.DeliverTimeline(
                session: session,
                request: request.identifier,
                entries: timeline.entries,
                policy: timeline.policy,
                after: timeline.after
            )
            _ = try service.call(call)
        } catch {
            guard !isOver(error) else { return }
            fail(request, "the service did not take what the command printed: \(error.message)")
        }
    }

    /// Delivers a snapshot for a gallery or, without content, that there is none.
    private func deliver(
        _ content: RawJSON?,
        for request: ProvidedRequest,
        in session: String
    ) throws(ClientError) {
        _ = try service.call(
            WidgetsInterface.DeliverSnapshot(session: session, request: request.identifier, content: content)
        )
    }

    private func fail(_ request: ProvidedRequest, _ problem: String) {
        guard let session else { return }
        let told = "\(request.widget ?? "no snapshot"): \(problem.harmless)"
        do throws(ClientError) {
            guard request.widget != nil else {
                Output.complain("waymarkctl: \(told)")
                return try deliver(nil, for: request, in: session)
            }
            let call = WidgetsInterface.FailTimeline(
                session: session,
                request: request.identifier,
                message: String(problem.unicodeScalars.prefix(Self.messageLimit))
            )
            let delay = spoken(seconds: try service.call(call).value.retryAfterSeconds)
            Output.complain("waymarkctl: \(told); asked again in \(delay)")
        } catch {
            guard !isOver(error) else { return }
            Output.complain("waymarkctl: \(told); \(error.message)")
        }
    }

    /// The longest text of a failure that counts.
    private static let messageLimit = 1000

    /// Whether the service no longer waits for the answer, or is gone, which the stream tells.
    private func isOver(_ error: ClientError) -> Bool {
        switch error.refusal {
        case .requestOver, .unknownSession: true
        default: error.mayPass
        }
    }
}

/// A timeline that a widget needs, or an example of its kind, of sample data, that a gallery shows.
struct ProvidedRequest {
    let identifier: String

    /// `nil` for an example.
    let widget: String?

    /// The deadline for the answer, RFC 3339.
    let deadline: String
    let json: [UInt8]

    /// The variables by which a command learns what is wanted, and where the machine is: those that are absent are unset.
    let variables: [(name: String, value: String?)]

    init(_ reload: WidgetsInterface.Reload, of app: String) {
        (identifier, widget, deadline, json) = (reload.request, reload.widget, reload.deadline, reload.json)
        variables = Self.variables(app, reload.kind, reload.family, reload.configuration, deadline, reload)
    }

    init(_ snapshot: WidgetsInterface.Snapshot, of app: String) {
        (identifier, widget, deadline, json) = (snapshot.request, nil, snapshot.deadline, snapshot.json)
        variables = Self.variables(app, snapshot.kind, snapshot.family, snapshot.configuration, deadline, nil)
    }

    private static func variables(
        _ app: String,
        _ kind: String,
        _ family: WidgetFamily,
        _ configuration: RawJSON,
        _ deadline: String,
        _ reload: WidgetsInterface.Reload?
    ) -> [(name: String, value: String?)] {
        let place = reload?.location
        return [
            ("WAYMARK_APP", app),
            ("WAYMARK_KIND", kind),
            ("WAYMARK_WIDGET", reload?.widget),
            ("WAYMARK_FAMILY", family.rawValue),
            ("WAYMARK_CONFIGURATION", configuration.text),
            ("WAYMARK_REASON", reload?.reason.rawValue ?? "snapshot"),
            ("WAYMARK_DEADLINE", deadline),
            ("WAYMARK_LATITUDE", place.map { $0.coordinate.latitudeDegrees.decimal(.place) }),
            ("WAYMARK_LONGITUDE", place.map { $0.coordinate.longitudeDegrees.decimal(.place) }),
            ("WAYMARK_ACCURACY", place?.horizontalAccuracyMeters?.decimal(.length)),
            ("WAYMARK_AGE", place?.age.inSeconds.decimal(.dilution)),
            ("WAYMARK_ALTITUDE", place?.altitudeMeters?.decimal(.length)),
            ("WAYMARK_SPEED", place?.speedMetersPerSecond?.decimal(.speed)),
            ("WAYMARK_COURSE", place?.courseDegrees?.decimal(.angle)),
            ("WAYMARK_SOURCE", place?.source.rawValue),
            ("WAYMARK_ABSENCE", reload?.locationAbsence?.rawValue),
            ("WAYMARK_ABSENCE_TEXT", reload?.unknownLocation?.text),
        ]
    }
}
