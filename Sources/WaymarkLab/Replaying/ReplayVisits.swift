import CommandLineTool
import Lab
import LocationModel
import Recordings
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// Replays a recording to the engine in virtual time, for an app that monitors visits and may always know.
///
/// Receivers pause as in the service, so it finds what the service would.
struct VisitReplay {
    /// The option of `replay` that asks for visits instead of decisions.
    static let option = CommandOption("visits", "print the visits of the recording, and nothing else")

    private static let receiver = ReceiverIdentifier(0)

    private var simulation: Simulation
    private let recording: RecordingReceiver
    private let start: Moment

    static func run(_ path: String, for invocation: Invocation) throws(Failure) {
        let recording = RecordingReceiver(name: path, path: path, pace: .times(1)) { Output.complain($0) }
        let firstTime: UTCInstant?
        do throws(ReceiverProblem) {
            firstTime = try recording.firstTime()
        } catch { throw .refused(error.description) }
        let exportFile = try ExportFile(invocation.line)
        var export = exportFile.map {
            TrackExport($0.form, title: path.split(separator: "/").last.map(String.init) ?? "visits")
        }
        var count = 0
        var replay = VisitReplay(
            recording,
            settings: try SettingsOption.settings(invocation.line),
            startingAt: firstTime ?? UTCInstant(secondsSince1970: 0)
        )
        let problem = try replay.play { (visit) throws(Failure) in
            count += 1
            export?.mark("visit \(count)", visit.line, at: visit.center, visit.arrival)
            if invocation.isForMachines {
                try invocation.output.line(visit.record.json)
            } else {
                try invocation.output.line(visit.line)
            }
        }
        if let export { try exportFile?.write(export) }
        if let problem { throw .refused(problem.description) }
    }

    private init(_ recording: RecordingReceiver, settings: EngineSettings, startingAt utc: UTCInstant) {
        start = Moment(instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)), utc: utc)
        self.recording = recording
        simulation = Simulation(settings: settings, receiverNames: [recording.name], at: start)
        guard let name = AppIdentifier("org.waymark.Replay") else { preconditionFailure("this is a name") }
        let caller = Caller(user: .root)
        let app = AppKey(user: caller.user, app: name)
        let commands: [WaymarkEngine.Command] = [
            .authorize(app, SettingsChange(status: .authorizedAlways)), .startMonitoring(app, .visits),
        ]
        for (number, command) in commands.enumerated() {
            simulation.send(.called(command, by: caller, call: CallIdentifier(UInt64(number))))
        }
    }

    /// Plays the whole recording, and calls `emit` with each visit that has ended and with the one that lasts.
    private mutating func play<Failure>(
        _ emit: (Visit) throws(Failure) -> Void
    ) throws(Failure) -> ReceiverProblem? {
        recording.start(at: start)
        playing: while let due = recording.nextDeadline {
            let next = max(due, simulation.now.instant)
            simulation.advance(to: simulation.now.advanced(by: simulation.now.instant.duration(to: next)))
            for report in recording.advance(at: simulation.now) {
                if case .state(.absent(let problem, _)) = report { return problem }
                if case .state(.ended) = report { break playing }
                guard simulation.engine.receiversAreOn else { continue }
                simulation.send(.receiverReported(Self.receiver, report))
            }
            for outcome in simulation.drainOutcomes() {
                guard case .commit(.monitorEvent(_, .departure, let event?)) = outcome.effect,
                    case .departure(let visit) = event.content
                else { continue }
                try emit(visit)
            }
        }
        if let visit = simulation.engine.presentVisit { try emit(visit) }
        return nil
    }
}

extension Visit {
    /// The visit for a person: place, accuracy, arrival and departure.
    fileprivate var line: String {
        let times = [arrival, departure].map { $0?.description ?? "?" }
        let stayed = departure.flatMap { arrival?.duration(to: $0) }.map {
            "  \(spoken(seconds: $0.inSeconds))"
        }
        return "\(center.latitudeDegrees.text(places: 6)),\(center.longitudeDegrees.text(places: 6))"
            + "  \(Int(horizontal68Meters.rounded(.up))) m  \(times[0]) to \(times[1])\(stayed ?? "")"
    }

    fileprivate var record: MonitorInterface.Visit {
        .init(
            coordinate: center,
            horizontalAccuracyMeters: horizontal68Meters,
            arrivalInstant: arrival,
            departureInstant: departure
        )
    }
}
