import Glibc

struct Cost {
    var wall: Duration

    /// The processor time, of this thread or of the program that was run.
    var processor: Duration

    static func of(_ body: () throws -> Void) rethrows -> Cost {
        let (wall, processor) = (ContinuousClock.now, processorTime())
        try body()
        return Cost(wall: ContinuousClock.now - wall, processor: processorTime() - processor)
    }

    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Repeated measurements of the same work.
///
/// The median is the expected value; the range shows its reliability.
struct Costs {
    private let costs: [Cost]

    init(_ costs: [Cost]) { self.costs = costs }

    init(of count: Int, _ body: () throws -> Void) rethrows {
        costs = try (0..<count).map { _ in try Cost.of(body) }
    }

    var wall: Spread { Spread(costs.map(\.wall)) }
    var processor: Spread { Spread(costs.map(\.processor)) }
}

struct Spread {
    private let sorted: [Double]

    init(_ durations: [Duration]) { sorted = durations.map { $0 / .seconds(1) }.sorted() }

    var median: Double { sorted[sorted.count / 2] }

    var least: Double { sorted[0] }

    var greatest: Double { sorted[sorted.count - 1] }
    var percentile99: Double { sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }
}
