import Glibc
import LinuxSystem
import LocationModel
import SystemdService
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// What outlives the process: the service manager keeps the connections, and the next process goes on with them.
extension Daemon {
    /// The streams that the next process can go on with.
    ///
    /// Their first event tells everything anew, so nothing is lost that was decided meanwhile. Not among them are agents
    /// and launchers, to whom the next process says anew what it asks and what it needs, the streams of the bridge, which
    /// name a process that may have ended, and those of beacons, tickets and the record, whose next process has nothing
    /// to go on with: those connections are closed, and their clients connect again.
    private static let resumable: Set<String> = [
        WidgetsInterface.Serve.method, HostInterface.Watch.method, LocationInterface.Open.method,
        LocationInterface.FollowLocation.method, LocationInterface.FollowHeading.method,
        LocationInterface.HoldSession.method, MonitorInterface.FollowEvents.method,
        InspectInterface.WatchDecisions.method, InspectInterface.WatchReceivers.method,
    ]

    /// Takes over the connections of an earlier process, and prepares to leave them to a later one.
    func takeOver(_ stored: [PassedDescriptor]) {
        guard ServiceManager.isPresent else { return closeAll(stored) }
        var memory: HandoverMemory?
        for descriptor in stored where descriptor.isHandoverMemory {
            memory = HandoverMemory(adopting: FileDescriptor(owning: descriptor.number))
            if memory == nil { ServiceManager.removeStored(named: descriptor.name) }
        }
        if memory == nil { memory = makeHandoverMemory() }
        guard let memory else { return closeAll(stored.filter { !$0.isHandoverMemory }) }
        server.prepareHandover(
            in: memory,
            store: { ServiceManager.store($0, named: $1) },
            removeStored: { ServiceManager.removeStored(named: $0) }
        )
        let connections = stored.filter { !$0.isHandoverMemory }.map { ($0.number, $0.name) }
        guard !connections.isEmpty else { return }
        let count = server.takeOver(connections, at: clock)
        log.info("goes on with \(count) of \(connections.count) connections of the service before")
    }

    private func closeAll(_ descriptors: [PassedDescriptor]) {
        for descriptor in descriptors {
            // The service manager may hold it too.
            shutdown(descriptor.number, CInt(SHUT_RDWR))
            close(descriptor.number)
        }
    }

    private func makeHandoverMemory() -> HandoverMemory? {
        do {
            let memory = try HandoverMemory(connections: server.limits.connections)
            ServiceManager.store(memory.descriptor, named: HandoverMemory.descriptorName)
            return memory
        } catch {
            log.warning("clients will have to connect again after a restart: \(error)")
            return nil
        }
    }

    /// Goes on with a stream of an earlier process.
    func resume(
        _ stream: VarlinkServer.ResumedStream,
        of call: Call,
        on connection: VarlinkServer.ConnectionID
    ) {
        guard Self.resumable.contains(call.method), let caller = callers[connection] else {
            return server.close(connection)
        }
        answer(call, from: connection, resuming: stream)
        guard case .session(let session) = streams[connection]?.reader else { return }
        // What a host has reported holds for as long as its stream, and an app's question is asked again.
        for note in stream.notes.all {
            guard let command = note.command(in: session) else { continue }
            lastCall += 1
            dispatch(.called(command, by: caller, call: CallIdentifier(lastCall)))
        }
    }

    /// Returns the session of a stream that is opened or resumed.
    func session(for request: Request) -> SessionIdentifier {
        if let text = request.resumed?.notes[StreamNote.sessionKey], let session = SessionIdentifier(text),
            sessions[session] == nil
        {
            return session
        }
        while true {
            let session = SessionIdentifier(sessionNumbers.next(at: now.instant))
            // One of an earlier process may have the same number.
            guard sessions[session] == nil else { continue }
            server.add(StreamNote(StreamNote.sessionKey, session.description), to: request.connection)
            return session
        }
    }

    /// Sends the engine a command whose reply carries no parameters, and keeps what it changed over a restart.
    func put(
        _ command: Command,
        for request: Request,
        noting note: StreamNote,
        of session: SessionIdentifier?
    ) {
        let call = expectAnswer(to: request) { [unowned self] _ in
            if let stream = session.flatMap({ sessions[$0] }) { server.add(note, to: stream.connection) }
            return .success()
        }
        dispatch(.called(command, by: request.caller, call: call))
    }

    /// Records up to which decision a reader of the journal has been sent everything.
    func setBookmark(of stream: EventStream, _ number: UInt64) {
        let bookmark = StreamBookmark(position: number, count: UInt64(stream.decisionCount))
        server.setBookmark(bookmark, of: stream.connection)
    }
}

extension PassedDescriptor {
    /// Whether an earlier process of the service stored it.
    var isOfEarlierProcess: Bool { isHandoverMemory || name.hasPrefix(VarlinkServer.storedNamePrefix) }

    fileprivate var isHandoverMemory: Bool { name == HandoverMemory.descriptorName }
}

extension StreamNote {
    /// The key of the note of a stream's session.
    fileprivate static let sessionKey = "session"

    private static let widgetKey = "widget"
    private static let appKey = "app"
    private static let authorizationKey = "authorization"
    private static let accuracyKey = "accuracy"

    /// A note of what an app has asked the person for.
    static func asking(_ request: AuthorizationRequest) -> StreamNote {
        switch request {
        case .whenInUse: StreamNote(authorizationKey, "whenInUse")
        case .always: StreamNote(authorizationKey, "always")
        case .temporaryFullAccuracy(let purpose): StreamNote(accuracyKey, purpose.rawValue)
        }
    }

    /// A note that an app does not wait for the answer to a question any more.
    static func ended(_ question: PromptQuestion) -> StreamNote {
        if case .temporaryFullAccuracy = question { return StreamNote(accuracyKey, "") }
        return StreamNote(authorizationKey, "")
    }

    /// A note of whether a host has a widget in view.
    static func inView(_ widget: WidgetIdentifier, _ isInView: Bool) -> StreamNote {
        StreamNote("\(widgetKey) \(widget)", isInView ? "visible" : "")
    }

    /// A note of whether a host shows windows of an app.
    static func windows(of app: AppKey, areVisible: Bool) -> StreamNote {
        StreamNote("\(appKey) \(app.user.rawValue) \(app.app)", areVisible ? "visible" : "hidden")
    }

    /// Returns the report that the note was made of, for a session.
    fileprivate func command(in session: SessionIdentifier) -> Command? {
        let words = key.split(separator: " ").map(String.init)
        let isVisible = value == "visible"
        switch (words.first, words.count) {
        case (Self.widgetKey, 2):
            return WidgetIdentifier(words[1]).map { .setVisibility($0, visible: isVisible, session: session) }
        case (Self.appKey, 3):
            guard let user = UInt32(words[1]), let app = AppIdentifier(words[2]) else { return nil }
            let key = AppKey(user: UserIdentifier(user), app: app)
            return .setAppVisibility(key, visible: isVisible, session: session)
        case (Self.authorizationKey, 1):
            return .requestAuthorization(session, value == "always" ? .always : .whenInUse)
        case (Self.accuracyKey, 1):
            return PurposeKey(value).map {
                .requestAuthorization(session, .temporaryFullAccuracy(purpose: $0))
            }
        default: return nil
        }
    }
}
