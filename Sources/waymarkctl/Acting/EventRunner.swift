import CommandLineTool
import LinuxSystem
import UserInput
import Varlink
import Waymark

final class EventRunner {
    private let app: String
    private let command: [String]
    private let timeLimit: Duration
    private let endsAfterFirst: Bool
    private var queue: EventQueue
    private var run: TimedCommand?

    /// How the command ended, if only one is to run.
    private var result: Result<Void, Failure>?

    init(_ trigger: EventTrigger, app: String, command: [String], timeLimit: Duration, once: Bool) {
        (self.app, self.command, endsAfterFirst) = (app, command, once)
        (self.timeLimit, queue) = (timeLimit, EventQueue(trigger))
    }

    /// Runs until the process receives a signal, the app monitors this no more, or the only command has ended.
    func run(_ monitor: OwnMonitor, _ patience: Patience) throws {
        try monitor.start()
        repeat {
            while let event = try monitor.next() {
                if let done = queue.add(event) {
                    if done.identifier != event.identifier {
                        let what = "the \(queue.trigger.word(for: done) ?? "event") of \(done.time.harmless)"
                        Output.complain("waymarkctl: dropped \(what): \(EventQueue.limit) later ones wait")
                    }
                    monitor.acknowledge(done)
                }
                guard try patience.lasts() else { return }
            }
            if monitor.isStopped {
                return Output.complain("waymarkctl: \(app) monitors this no more, so nothing is run for it")
            }
            advance(monitor)
            if endsAfterFirst, let result { return try result.get() }
        } while try patience.wait(
            for: run?.descriptors ?? [],
            until: [monitor.deadline, run?.deadline].compactMap(\.self).min()
        )
    }

    private func advance(_ monitor: OwnMonitor) {
        while true {
            if let run {
                do throws(Failure) {
                    guard try run.advance() != nil else { return }
                    result = .success(())
                } catch { complain(error.message ?? "") }
                self.run = nil
                queue.end().map(monitor.acknowledge)
            }
            // Where only one is to run, what waits is left for the next time.
            guard !endsAfterFirst || result == nil, let event = queue.next() else { return }
            do throws(SystemError) {
                run = try TimedCommand(
                    command,
                    queue.trigger.variables(of: event, app: app),
                    input: event.json,
                    limit: timeLimit,
                    passesOutputOn: true
                )
            } catch {
                complain("\(error)")
                queue.end().map(monitor.acknowledge)
            }
        }
    }

    private func complain(_ text: String) {
        // Where only one is to run, the failure of this process says it.
        if endsAfterFirst {
            result = result ?? .failure(.refused(text.harmless))
        } else {
            Output.complain("waymarkctl: \(text.harmless)")
        }
    }
}
