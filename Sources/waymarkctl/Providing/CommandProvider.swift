import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

final class CommandProvider {
    /// The most commands that run at once; more requests wait for one of them to end.
    private static let commandLimit = 4

    private let app: String
    private let kind: String
    private let command: [String]
    private let policy: ProvidedTimeline.Policy
    private let service: Service
    private var session: String?
    private var waiting: [ProvidedRequest] = []
    private var runs: [CommandRun] = []

    init(
        app: String,
        kind: String,
        command: [String],
        policy: ProvidedTimeline.Policy,
        on service: Service
    ) {
        (self.app, self.kind, self.command, self.policy) = (app, kind, command, policy)
        self.service = service
    }

    /// Serves the kind until the process receives a signal or the service refuses it.
    func run() throws(Failure) {
        let serve = WidgetsInterface.Serve(app: app, kinds: [.init(kind: kind, wantsLocation: true)])
        let patience = try Patience()
        let link = ServiceLink(serve, to: service.path, patience.poller)
        try link.start()
        defer { stop() }
        repeat {
            while let step = try link.step() {
                take(step)
                guard try patience.lasts() else { return }
            }
            advance()
            start()
        } while try patience.wait(
            for: runs.flatMap(\.descriptors),
            until: (runs.map(\.deadline) + [link.deadline].compactMap(\.self)).min()
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
                waiting.append(.timeline(reload))
            }
            // Somebody looks at a gallery, and waits for two seconds.
            if let snapshot = reply.value.snapshot { waiting.insert(.snapshot(snapshot), at: 0) }
        case .lost(let error):
            Failure(error).complain()
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
                runs.append(try CommandRun(command, for: request, of: app, policy: policy))
            } catch { fail(request, "\(error)") }
        }
    }

    private func advance() {
        var rest: [CommandRun] = []
        for run in runs {
            switch run.advance() {
            case .success(let timeline)?:
                switch run.request {
                case .timeline(let reload): deliver(timeline, for: reload)
                case .snapshot(let snapshot): deliver(timeline.entries.first?.content, for: snapshot)
                }
            case .failure(let problem)?: fail(run.request, problem.text)
            case nil: rest.append(run)
            }
        }
        runs = rest
    }

    // MARK: Answers

    private func deliver(_ timeline: ProvidedTimeline, for request: WidgetsInterface.Reload) {
        guard let session else { return }
        let call = WidgetsInterface.DeliverTimeline(
            session: session,
            request: request.request,
            entries: timeline.entries,
            policy: timeline.policy,
            after: timeline.after
        )
        if let problem = send(call) {
            fail(.timeline(request), "the service did not take the timeline: \(problem)")
        }
    }

    /// Delivers what a gallery shows; without content, that there is none.
    private func deliver(_ content: RawJSON?, for request: WidgetsInterface.Snapshot) {
        guard let session else { return }
        let call = WidgetsInterface.DeliverSnapshot(
            session: session,
            request: request.request,
            content: content
        )
        if let problem = send(call) {
            Output.complain("waymarkctl: the service did not take the snapshot: \(problem)")
        }
    }

    /// Sends an answer, and returns why the service does not take it; `nil` also if nobody waits for it any more.
    private func send(_ answer: some MethodParameters) -> String? {
        do throws(ClientError) {
            _ = try ServiceConnection(to: service.path).call(answer)
            return nil
        } catch { return isOver(error) ? nil : Failure(error).message ?? "" }
    }

    private func fail(_ request: ProvidedRequest, _ problem: String) {
        guard case .timeline(let request) = request else {
            if case .snapshot(let snapshot) = request { deliver(nil, for: snapshot) }
            return Output.complain("waymarkctl: no snapshot: \(problem.harmless)")
        }
        guard let session else { return }
        let call = WidgetsInterface.FailTimeline(
            session: session,
            request: request.request,
            message: String(problem.unicodeScalars.prefix(Self.messageLimit))
        )
        do throws(ClientError) {
            let reply = try ServiceConnection(to: service.path).call(call).value
            let delay = spoken(seconds: reply.retryAfterSeconds)
            Output.complain("waymarkctl: \(request.widget): \(problem.harmless); asked again in \(delay)")
        } catch {
            guard !isOver(error) else { return }
            Output.complain(
                "waymarkctl: \(request.widget): \(problem.harmless); \(Failure(error).message ?? "")"
            )
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
