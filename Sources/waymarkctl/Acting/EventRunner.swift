import CommandLineTool
import LinuxSystem
import UserInput
import Varlink
import Waymark

final class EventRunner {
    private let app: String
    private let command: [String]
    private let endsAfterFirst: Bool
    private var queue: EventQueue
    private var program: ChildProgram?

    /// How the command ended, if only one is to run.
    private var result: Result<Void, Failure>?

    init(_ trigger: EventTrigger, app: String, command: [String], timeLimit: Duration, once: Bool) {
        (self.app, self.command, endsAfterFirst) = (app, command, once)
        queue = EventQueue(trigger, timeLimit: timeLimit)
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
            try advance(monitor)
            if endsAfterFirst, let result { return try result.get() }
        } while try patience.wait(
            for: program?.descriptors ?? [],
            until: [monitor.deadline, queue.deadline].compactMap(\.self).min()
        )
    }

    private func start(_ event: MonitorInterface.Occurrence, _ monitor: OwnMonitor) {
        do throws(SystemError) {
            program = try ChildProgram(
                command,
                environment: CommandEnvironment.environment(queue.trigger.variables(of: event, app: app)),
                input: event.json + [UInt8(ascii: "\n")],
                passesOutputOn: true
            )
        } catch {
            complain("\(error)")
            queue.end().map(monitor.acknowledge)
        }
    }

    private func advance(_ monitor: OwnMonitor) throws {
        while true {
            if let ending = try program?.advance() { end(ending, monitor) }
            // Where only one is to run, what waits is left for the next time.
            guard !endsAfterFirst || result == nil, let event = queue.next(at: .now) else { break }
            start(event, monitor)
        }
        guard queue.expire(at: .now) else { return }
        complain("the command had not ended after \(spoken(seconds: queue.timeLimit.inSeconds))")
        program?.kill()
    }

    private func end(_ ending: ChildProgram.Ending, _ monitor: OwnMonitor) {
        program = nil
        switch ending {
        case .status(0): result = .success(())
        case .status(let status): complain("the command exited with status \(status)")
        // It was killed here, which was said.
        case .signal where queue.deadline == nil: break
        case .signal(let number): complain("the command was killed by signal \(number)")
        }
        queue.end().map(monitor.acknowledge)
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
