// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
public import Foundation
import LinuxSystem

/// A runner of closures: a `DispatchQueue`, an `OperationQueue` or a `RunLoop`.
public protocol Scheduler: SendableMetatype {
    /// Runs a closure, not before an interval has passed.
    func schedule(after interval: SchedulerInterval, _ action: @escaping @Sendable () -> Void)
}

public struct SchedulerInterval: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    let seconds: Double

    public static func seconds(_ seconds: Int) -> Self { Self(floatLiteral: Double(seconds)) }
    public static func seconds(_ seconds: Double) -> Self { Self(floatLiteral: seconds) }

    public static func milliseconds(_ milliseconds: Int) -> Self {
        Self(floatLiteral: Double(milliseconds) / 1e3)
    }

    public init(integerLiteral seconds: Int) { self.init(floatLiteral: Double(seconds)) }
    public init(floatLiteral seconds: Double) { self.seconds = max(seconds, 0) }
}

extension DispatchQueue: Scheduler {
    public func schedule(after interval: SchedulerInterval, _ action: @escaping @Sendable () -> Void) {
        guard interval.seconds > 0 else { return async(execute: action) }
        asyncAfter(deadline: .now() + interval.seconds, execute: action)
    }
}

extension OperationQueue: Scheduler {
    public func schedule(after interval: SchedulerInterval, _ action: @escaping @Sendable () -> Void) {
        guard interval.seconds > 0 else { return addOperation(action) }
        DispatchQueue.global().schedule(after: interval) { self.addOperation(action) }
    }
}

extension RunLoop: Scheduler {
    public func schedule(after interval: SchedulerInterval, _ action: @escaping @Sendable () -> Void) {
        // An `async` main function runs the main queue and no loop; the main loop runs this queue, too.
        if self === RunLoop.main { return DispatchQueue.main.schedule(after: interval, action) }
        guard interval.seconds > 0 else { return perform(action) }
        let loop = Unchecked(self)
        DispatchQueue.global().schedule(after: interval) { loop.value.perform(action) }
    }
}

extension Publisher {
    public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
        delay(for: 0, scheduler: scheduler)
    }

    public func delay(
        for interval: SchedulerInterval,
        scheduler: some Scheduler
    ) -> AnyPublisher<Output, Failure> {
        timed(scheduler, [Subscribers.Event<Output, Failure>]()) { waiting, occasion in
            switch occasion {
            case .event(let event):
                waiting.append(event)
                return .init(wakeAfter: interval)
            case .woken: return .init(events: [waiting.removeFirst()])
            }
        }
    }

    public func debounce(
        for interval: SchedulerInterval,
        scheduler: some Scheduler
    ) -> AnyPublisher<Output, Failure> {
        timed(scheduler, (value: Output?.none, pending: 0)) { state, occasion in
            switch occasion {
            case .event(.value(let value)):
                state = (value, state.pending + 1)
                return .init(wakeAfter: interval)
            case .event(let end): return .init(events: (state.value.map { [.value($0)] } ?? []) + [end])
            case .woken:
                state.pending -= 1
                guard state.pending == 0, let value = state.value else { return .init() }
                state.value = nil
                return .init(events: [.value(value)])
            }
        }
    }

    public func throttle(
        for interval: SchedulerInterval,
        scheduler: some Scheduler,
        latest: Bool
    ) -> AnyPublisher<Output, Failure> {
        timed(scheduler, (value: Output?.none, waits: false)) { state, occasion in
            switch occasion {
            case .event(.value(let value)):
                state.value = latest ? value : state.value ?? value
                defer { state.waits = true }
                return .init(wakeAfter: state.waits ? nil : 0)
            case .event(let end): return .init(events: (state.value.map { [.value($0)] } ?? []) + [end])
            case .woken:
                guard let value = state.value else {
                    state.waits = false
                    return .init()
                }
                state.value = nil
                return .init(events: [.value(value)], wakeAfter: interval)
            }
        }
    }

    public func timeout(
        _ interval: SchedulerInterval,
        scheduler: some Scheduler,
        customError: (() -> Failure)? = nil
    ) -> AnyPublisher<Output, Failure> {
        timed(scheduler, 1, wakeAfter: interval) { pending, occasion in
            switch occasion {
            case .event(let event):
                pending += 1
                return .init(events: [event], wakeAfter: interval)
            case .woken:
                pending -= 1
                guard pending == 0 else { return .init() }
                return .init(events: [.completion(customError.map { .failure($0()) } ?? .finished)])
            }
        }
    }

    /// Returns a publisher that decides with a state what to emit, at each event and each wake-up that it
    /// requested.
    private func timed<State>(
        _ scheduler: some Scheduler,
        _ initial: State,
        wakeAfter first: SchedulerInterval? = nil,
        _ decide: @escaping (inout State, Occasion<Output, Failure>) -> Decision<Output, Failure>
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            let state = Guarded(Unchecked(initial))
            let (scheduler, decide) = (Unchecked(scheduler), Unchecked(decide))
            return Joint.subscription(receive) { joint in
                let joint = Unchecked(joint)
                @Sendable func wake(after interval: SchedulerInterval?) {
                    guard let interval else { return }
                    scheduler.value.schedule(after: interval) { happen(Unchecked(.woken)) }
                }
                @Sendable func happen(_ occasion: Unchecked<Occasion<Output, Failure>>) {
                    guard joint.value.isLive else { return }
                    let decision = state.withLock { decide.value(&$0.value, occasion.value) }
                    for event in decision.events { joint.value.tell(event) }
                    wake(after: decision.wakeAfter)
                }
                wake(after: first)
                joint.value.add { _ in self.attach { happen(Unchecked(.event($0))) } }
            }
        }
    }
}

private enum Occasion<Output, Failure: Error> {
    case event(Subscribers.Event<Output, Failure>)
    case woken
}

private struct Decision<Output, Failure: Error> {
    var events: [Subscribers.Event<Output, Failure>] = []
    var wakeAfter: SchedulerInterval?
}
