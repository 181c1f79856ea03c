import Combine
import Foundation
import LinuxSystem
import Testing

@Suite("Combine for ported code", .timeLimit(.minutes(1)))
struct CombineTests {
    private final class Told: @unchecked Sendable {
        private let entries = Guarded([String]())
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: Any) {
            let entry = "\(entry)"
            entries.withLock { $0.append(entry) }
        }

        func follow<Output, Failure>(_ publisher: some Publisher<Output, Failure>) -> AnyCancellable {
            publisher.sink {
                self.add("\($0)")
            } receiveValue: {
                self.add("\($0)")
            }
        }
    }

    private struct Failed: Error, CustomStringConvertible { let description = "lost" }

    @Test("passes on what each operator is for, and ends with it")
    func operators() {
        func told<Output, Failure>(
            _ make: (PassthroughSubject<Int, Failed>) -> some Publisher<Output, Failure>,
            failing: Bool = false
        ) -> String {
            let (subject, told) = (PassthroughSubject<Int, Failed>(), Told())
            let subscription = told.follow(make(subject))
            for value in [1, 1, 2, 3, 3] { subject.send(value) }
            subject.send(completion: failing ? .failure(Failed()) : .finished)
            subject.send(9)
            return withExtendedLifetime(subscription) { told.all.joined(separator: " ") }
        }
        #expect(told { $0.compactMap { $0 > 1 ? "v\($0)" : nil } } == "v2 v3 v3 finished")
        #expect(told { $0.tryMap { if $0 > 2 { throw Failed() } else { $0 } } } == "1 1 2 failure(lost)")
        #expect(told({ $0.tryMap { $0 }.mapError { $0 } }, failing: true) == "1 1 2 3 3 failure(lost)")
        #expect(told { $0.prefix(1).prepend(7, 8) } == "7 8 1 finished")
        #expect(told { $0.removeDuplicates() } == "1 2 3 finished")
        #expect(told { $0.prefix(2) } == "1 1 finished")
        #expect(told { $0.first { $0 > 1 } } == "2 finished")
        #expect(told { $0.dropFirst(3) } == "3 3 finished")
        #expect(told { $0.scan(0, +) } == "1 2 4 7 10 finished")
        #expect(told { $0.collect() } == "[1, 1, 2, 3, 3] finished")
        #expect(told { $0.flatMap { Just($0 * 2).setFailureType(to: Failed.self) } } == "2 2 4 6 6 finished")
        #expect(told({ $0.map { $0 } }, failing: true) == "1 1 2 3 3 failure(lost)")
        #expect(told({ $0.replaceError(with: 0) }, failing: true) == "1 1 2 3 3 0 finished")
        #expect(told({ $0.collect() }, failing: true) == "failure(lost)")
        #expect(told { Empty<Int, Failed>().merge(with: $0) } == "1 1 2 3 3 finished")
    }

    @Test("keeps nothing of a subscriber after the end, though that keeps the subscription")
    func release() {
        final class Owner { var subscriptions: Set<AnyCancellable> = [] }
        weak var left: Owner?
        do {
            let owner = Owner()
            left = owner
            Just(1).map { $0 }.sink { _ in _ = owner }.store(in: &owner.subscriptions)
        }
        #expect(left == nil)
    }

    @Test("combines and merges publishers, until all have ended")
    func several() {
        let (left, right, told) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), Told())
        var subscriptions: Set<AnyCancellable> = []
        left.combineLatest(right).sink { told.add("\($0)\($1)") }.store(in: &subscriptions)
        left.prefix(1).merge(with: right).collect().sink { told.add($0) }.store(in: &subscriptions)
        left.send(1)
        left.send(2)
        right.send(3)
        right.send(4)
        right.send(completion: .finished)
        #expect(told.all == ["23", "24", "[1, 3, 4]"])
    }

    @Test("merges and combines by the names of the types, too")
    func typed() {
        let (left, right, told) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), Told())
        let three = Publishers.CombineLatest3(left, right, Just("x"))
        let subscriptions = [
            told.follow(Publishers.Merge(left, right)),
            told.follow(Publishers.MergeMany([left, right]).collect()),
            told.follow(Publishers.CombineLatest(left, right).map { "\($0)\($1)" }),
            told.follow(three.map { "\($0)\($1)\($2)" }),
        ]
        left.send(1)
        right.send(2)
        for subject in [left, right] { subject.send(completion: .finished) }
        #expect(told.all.filter { $0 != "finished" }.sorted() == ["1", "12", "12x", "2", "[1, 2]"])
        #expect(told.all.filter { $0 == "finished" }.count == subscriptions.count)
    }

    @Test("tells notifications, and dates from the main loop, as long as somebody subscribes")
    @MainActor func foundation() async {
        let (center, told) = (NotificationCenter(), Told())
        let name = Notification.Name("org.example.moved")
        var subscription: AnyCancellable? = center.publisher(for: name).map { $0.object as? Int ?? 0 }
            .sink { told.add($0) }
        center.post(name: name, object: 1)
        center.post(name: Notification.Name("org.example.other"), object: 2)
        subscription = nil
        center.post(name: name, object: 3)
        #expect(told.all == ["1"] && subscription == nil)

        let dates = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect()
        var seen: [Date] = []
        for await date in dates.prefix(2).values { seen.append(date) }
        #expect(seen.count == 2 && seen == seen.sorted())
    }

    @Test("subscribes once for all who share, and again after the last has gone")
    func sharing() {
        let (subject, told) = (PassthroughSubject<Int, Never>(), Told())
        let shared = subject.handleEvents(
            receiveOutput: { told.add($0) },
            receiveCancel: { told.add("cancel") }
        )
        .share()
        var subscriptions = [shared.sink { _ in }, shared.sink { _ in }]
        subject.send(1)
        subscriptions.removeLast()
        #expect(told.all == ["1"])
        subscriptions.removeLast()
        #expect(told.all == ["1", "cancel"])
        subscriptions.append(shared.sink { _ in })
        subject.send(2)
        #expect(told.all == ["1", "cancel", "2"])
    }

    /// Keeps what a publisher schedules, until a test lets it happen.
    private final class Clock: Scheduler, @unchecked Sendable {
        private let due = Guarded([(after: SchedulerInterval, action: @Sendable () -> Void)]())
        var intervals: [SchedulerInterval] { due.withLock { $0.map(\.after) } }

        func schedule(after interval: SchedulerInterval, _ action: @escaping @Sendable () -> Void) {
            due.withLock { $0.append((interval, action)) }
        }

        func tick() { due.withLock { $0.removeFirst() }.action() }
    }

    @Test("waits as long as it is told to, on the scheduler that it is given")
    func time() {
        let (subject, clock, told) = (PassthroughSubject<Int, Never>(), Clock(), Told())
        var subscription = told.follow(subject.debounce(for: .milliseconds(300), scheduler: clock))
        subject.send(1)
        subject.send(2)
        #expect(clock.intervals == [0.3, 0.3])
        clock.tick()
        #expect(told.all == [])
        clock.tick()
        #expect(told.all == ["2"])

        subscription = told.follow(subject.throttle(for: 1, scheduler: clock, latest: true))
        subject.send(3)
        clock.tick()
        for value in [4, 5] { subject.send(value) }
        #expect(told.all == ["2", "3"])
        clock.tick()
        #expect(told.all == ["2", "3", "5"])
        clock.tick()
        subject.send(6)
        clock.tick()
        #expect(told.all == ["2", "3", "5", "6"])
        clock.tick()

        subscription = told.follow(subject.receive(on: clock))
        subject.send(7)
        subject.send(8)
        #expect(told.all.last == "6")
        clock.tick()
        #expect(told.all.last == "7")
        subscription.cancel()
        clock.tick()
        #expect(told.all.last == "7")

        subscription = told.follow(subject.timeout(.seconds(5), scheduler: clock))
        subject.send(9)
        clock.tick()
        #expect(told.all.last == "9")
        clock.tick()
        #expect(told.all.last == "finished")
        subscription.cancel()
    }

    @Test("delivers on the main loop also where an async main function runs the main queue alone")
    @MainActor func mainLoop() async {
        var values: [Int] = []
        for await value in Just(1).receive(on: RunLoop.main).values { values.append(value) }
        #expect(values == [1])
    }

    private final class Model: ObservableObject {
        @Published var number = 1
        @Published var text = "a"
    }

    @Test("publishes properties before they are set, and that their object changes")
    func published() {
        let (model, told) = (Model(), Told())
        var subscriptions: Set<AnyCancellable> = []
        model.objectWillChange.sink { told.add("changes from \(model.number)\(model.text)") }
            .store(in: &subscriptions)
        model.$number.sink { told.add("\($0), is \(model.number)") }.store(in: &subscriptions)
        model.number = 2
        Just("b").assign(to: &model.$text)
        #expect(told.all == ["1, is 1", "changes from 1a", "2, is 1"])
        #expect(model.number == 2 && model.text == "b")
        let other = Model()
        other.number = 3
        #expect(told.all.count == 3)
    }

    @Test("misses no value that is told while a subscription begins")
    func beginning() {
        let (subject, model, told) = (CurrentValueSubject<Int, Never>(1), Model(), Told())
        var subscriptions: Set<AnyCancellable> = []
        subject.sink { value in
            told.add(value)
            if value == 1 { subject.send(2) }
        }
        .store(in: &subscriptions)
        model.$number.sink { value in
            told.add("number \(value)")
            if value == 1 { model.number = 2 }
        }
        .store(in: &subscriptions)
        #expect(told.all == ["1", "2", "number 1", "number 2"])
    }

    @Test("gives the values of a publisher, and of a future that is kept later, to who awaits them")
    func awaiting() async {
        let subject = CurrentValueSubject<Int, Never>(1)
        var values: [Int] = []
        for await value in subject.values {
            values.append(value)
            if value == 3 { subject.send(completion: .finished) } else { subject.send(value + 1) }
        }
        #expect(values == [1, 2, 3])
        var made = 0
        let deferred = Deferred {
            made += 1
            return Just(made).receive(on: OperationQueue())
        }
        for expected in 1...2 { for await value in deferred.values { #expect(value == expected) } }
        #expect(made == 2)
        let future = Future<Int, Never> { promise in DispatchQueue.global().async { promise(.success(7)) } }
        #expect(await future.value == 7)
        #expect(await future.value == 7)
    }
}
