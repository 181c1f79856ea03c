import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Launcher.
extension Daemon {
    /// The most programs that a launcher may name as running; a user can have no more apps by default.
    private static let runningLimit = 256

    /// The most bytes of a launcher's message.
    private static let messageLimit = 512

    func serveLauncher(_ request: Request<LauncherInterface.Serve>) throws(ServiceRefusal) -> ClientStream {
        try require(request.running.count <= Self.runningLimit, "running")
        var running: [LaunchedProgram] = []
        for program in request.running { running.append(try launched(program, in: "running", request)) }
        return .launcher(request.manager == .system ? .system : .user, running: running)
    }

    func reportLaunch(_ request: Request<LauncherInterface.Report>) throws(ServiceRefusal) -> Command {
        let message = request.message ?? ""
        try require(message.utf8.count <= Self.messageLimit, "message")
        let report: LaunchReport
        switch request.outcome {
        case .started: report = .started(isOwn: true)
        case .ranBefore: report = .started(isOwn: false)
        case .notStarted: report = .failed(request.fault ?? .failed, message: message)
        case .ended: report = .ended(message: message)
        }
        return .reportLaunch(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            try launched(request.program, in: "program", request),
            report
        )
    }

    private func launched(
        _ program: LauncherInterface.Program,
        in parameter: String,
        _ request: Request<some Any>
    ) throws(ServiceRefusal) -> LaunchedProgram {
        guard let app = AppIdentifier(program.app), let launch = LaunchIdentifier(program.launch) else {
            throw .invalidParameter(parameter: parameter)
        }
        return LaunchedProgram(
            app: AppKey(user: try request.userOrCaller(program.user), app: app),
            launch: launch
        )
    }

    func send(_ event: LauncherEvent, to session: SessionIdentifier) {
        typealias Event = LauncherInterface.Serve.Reply
        let (reply, subject): (Event, EventStream.Subject) =
            switch event {
            case .session: (Event(event: .session, session: session.description), .session)
            case .start(let program, let deadline):
                (
                    Event(event: .start, program: .init(program), deadlineSeconds: deadline.inSeconds),
                    .program(program)
                )
            case .stop(let program): (Event(event: .stop, program: .init(program)), .program(program))
            }
        openedStream(of: session)?.send(reply, about: subject)
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
