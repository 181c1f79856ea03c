import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Launcher.
extension Daemon {
    /// The most programs that a launcher may name as running; a user can have no more apps by default.
    private static let runningLimit = 256

    /// The most bytes of a launcher's message.
    private static let messageLimit = 512

    func serveLauncher(_ parameters: LauncherInterface.Serve, _ request: Request) throws(CallFailure) {
        guard parameters.running.count <= Self.runningLimit else {
            throw .standard(.invalidParameter("running"))
        }
        var running: [LaunchedProgram] = []
        for program in parameters.running { running.append(try launched(program, in: "running", request)) }
        try open(LauncherInterface.Serve.self, for: request) { session, call in
            .launcherConnected(
                session,
                parameters.manager == .system ? .system : .user,
                running: running,
                by: request.caller,
                call: call
            )
        }
    }

    func reportLaunch(_ parameters: LauncherInterface.Report, _ request: Request) throws(CallFailure) {
        let message = parameters.message ?? ""
        guard message.utf8.count <= Self.messageLimit else { throw .standard(.invalidParameter("message")) }
        let report: LaunchReport
        switch parameters.outcome {
        case .started: report = .started(isOwn: true)
        case .ranBefore: report = .started(isOwn: false)
        case .notStarted: report = .failed(parameters.fault ?? .failed, message: message)
        case .ended: report = .ended(message: message)
        }
        put(
            .reportLaunch(
                try parsed(parameters.session, as: "session", SessionIdentifier.init),
                try launched(parameters.program, in: "program", request),
                report
            ),
            for: request
        )
    }

    private func launched(
        _ program: LauncherInterface.Program,
        in parameter: String,
        _ request: Request
    ) throws(CallFailure) -> LaunchedProgram {
        guard let app = AppIdentifier(program.app), let launch = LaunchIdentifier(program.launch) else {
            throw .standard(.invalidParameter(parameter))
        }
        return LaunchedProgram(
            app: AppKey(user: try request.user(program.user), app: app),
            launch: launch
        )
    }

    func send(_ event: LauncherEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = LauncherInterface.Serve.Reply.keepAlive
        switch event {
        case .session:
            subject = .session
            reply.event = .session
            reply.session = session.description
        case .start(let program, let deadline):
            subject = .program(program.app)
            reply.event = .start
            reply.program = .init(program)
            reply.deadlineSeconds = deadline.inSeconds
        case .stop(let program):
            subject = .program(program.app)
            reply.event = .stop
            reply.program = .init(program)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }
}

extension LauncherInterface.Program {
    fileprivate init(_ program: LaunchedProgram) {
        self.init(
            app: program.app.app.rawValue,
            user: Int(program.app.user.rawValue),
            launch: program.launch.description
        )
    }
}

extension InspectInterface.Program {
    init(_ status: ProgramStatus) {
        self.init(
            app: status.app.app.rawValue,
            user: Int(status.app.user.rawValue),
            launch: status.launch?.description,
            connected: status.obstacle == nil,
            text: status.obstacle?.text ?? "its program runs"
        )
    }
}
