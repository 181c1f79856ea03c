import LinuxSystem
import LocationModel
import StateStore
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The counts of what has happened since the service started, for monitoring.
struct ServiceCounts {
    enum Outcome: String, CaseIterable {
        case accepted, failed, late, abandoned
    }

    /// The counts for the widgets and clients of one user, or of all.
    struct Share {
        /// The requests to providers, by the reason of the reload.
        fileprivate(set) var reloads: [String: Int] = [:]
        fileprivate(set) var outcomes: [Outcome: Int] = [:]
        fileprivate(set) var usedUpBudgets = 0

        /// The events that newer ones replaced before a slow client could take them, of streams that have ended.
        fileprivate(set) var droppedEvents = 0

        fileprivate mutating func add(_ other: Share) {
            reloads.merge(other.reloads, uniquingKeysWith: +)
            outcomes.merge(other.outcomes, uniquingKeysWith: +)
            usedUpBudgets += other.usedUpBudgets
            droppedEvents += other.droppedEvents
        }
    }

    private(set) var decisions: [String: Int] = [:]

    private var shares: [UserIdentifier: Share] = [:]
    var refusedConnections = 0
    var faultyConnections = 0

    var failedCommits = 0

    /// Returns the share of a user, or the sum of all shares for `nil`.
    func share(of user: UserIdentifier?) -> Share {
        if let user { return shares[user] ?? Share() }
        return shares.values.reduce(into: Share()) { $0.add($1) }
    }

    mutating func record(_ entry: JournalEntry) {
        decisions[entry.name, default: 0] += 1
        guard let user = entry.subject.app?.user else { return }
        switch entry.decision {
        case .widget(.reload(_, let reason, _, _, _)):
            shares[user, default: Share()].reloads[reason.rawValue, default: 0] += 1
        case .widget(.timeline): record(.accepted, of: user)
        case .widget(.timelineFailed): record(.failed, of: user)
        case .widget(.timelineLate): record(.late, of: user)
        case .widget(.requestAbandoned): record(.abandoned, of: user)
        case .widget(.budgetUsedUp): shares[user, default: Share()].usedUpBudgets += 1
        default: break
        }
    }

    private mutating func record(_ outcome: Outcome, of user: UserIdentifier) {
        shares[user, default: Share()].outcomes[outcome, default: 0] += 1
    }

    /// Counts events that a user's client did not take, when their stream ends.
    mutating func recordDroppedEvents(_ count: Int, of user: UserIdentifier) {
        if count > 0 { shares[user, default: Share()].droppedEvents += count }
    }
}

// The measured quantities of io.waymark.Inspect.
extension Daemon {
    private typealias Samples = [InspectInterface.Sample]

    /// The explanation of each quantity, in the order of output; `_total` ends the name of a counter.
    private static let metrics: KeyValuePairs = [
        "waymark_build_info": "The version of the service.",
        "waymark_uptime_seconds": "The time since the service started.",
        "waymark_receiver_state": "The state of a receiver: 1 for the one that it is in.",
        "waymark_receiver_followed": "Whether the receiver is the one followed.",
        "waymark_receiver_trust": "Whether the followed receiver is trusted: 1 for the verdict on it.",
        "waymark_receiver_on_seconds_total": "The time a receiver has been on.",
        "waymark_fix_age_seconds": "The age of a receiver's last fix.",
        "waymark_fix_accuracy_meters":
            "The radius that contains the position with 68 % probability, while there is a fix.",
        "waymark_connections": "Open connections of clients.",
        "waymark_streams": "Open streams of events.",
        "waymark_output_queue_bytes": "Bytes that wait for clients to read them, of all connections.",
        "waymark_output_queue_longest_bytes": "The same of the slowest client.",
        "waymark_dropped_events_total": "Events that newer ones replaced before a slow client took them.",
        "waymark_widgets": "Placed widgets.",
        "waymark_reloads_total": "Timelines that were requested from providers, by the cause.",
        "waymark_timelines_total": "What became of requested timelines.",
        "waymark_used_up_budgets_total": "Times at which a widget had used up its reload budget.",
        "waymark_connections_limit": "The most connections.",
        "waymark_refused_connections_total": "Connections above the limits.",
        "waymark_faulty_connections_total": "Connections closed because of a fault of the client.",
        "waymark_decisions_total": "Decisions of the service, by their name in the journal.",
        "waymark_journal_queue": "Decisions that wait to be written to the disk.",
        "waymark_store_failing": "Whether the state cannot be saved, so that events wait.",
        "waymark_failed_commits_total": "Attempts to save the state that failed.",
        "process_cpu_seconds_total": "Processor time of the service.",
        "process_resident_memory_bytes": "Resident memory of the service.",
        "process_open_fds": "Open descriptors of the service.",
        "process_max_fds": "The most descriptors.",
    ]

    func getMetrics(_ request: Request<InspectInterface.GetMetrics>) throws(ServiceRefusal) {
        try request.requireInquirer()
        engine.setPresent(now)
        var samples = samples(for: request.caller)
        // Figures of the whole service would tell a user what the others do.
        if request.caller.scope == nil { samples.merge(serviceSamples) { own, _ in own } }
        assert(Set(samples.keys).isSubset(of: Self.metrics.map(\.key)), "a quantity without words")
        let metrics = Self.metrics.compactMap { name, help in
            samples[name].map {
                let kind: InspectInterface.Metric.Kind = name.hasSuffix("_total") ? .counter : .gauge
                return InspectInterface.Metric(name: name, help: help, kind: kind, samples: $0)
            }
        }
        // At once, and not with the inquiries: that the state cannot be saved must be told while it is so.
        server.reply(.success(InspectInterface.GetMetrics.Reply(metrics: metrics)), to: request.connection)
    }

    /// Returns the samples about a caller's own things, and about the receivers.
    private func samples(for caller: Caller) -> [String: Samples] {
        let receivers = allReceivers(for: caller)
        func each(_ value: (InspectInterface.Receiver) -> Double?) -> Samples {
            receivers.flatMap { receiver in Samples(value(receiver), ["receiver": receiver.label]) }
        }
        /// Returns a sample for each word: 1 for the one that holds for a receiver, if any does.
        func each<Word: CaseIterable & RawRepresentable<String> & Equatable>(
            _ label: String,
            _ word: (InspectInterface.Receiver) -> Word?
        ) -> Samples {
            receivers.flatMap { receiver in
                guard let present = word(receiver) else { return Samples() }
                return Word.allCases.flatMap {
                    Samples($0 == present ? 1 : 0, ["receiver": receiver.label, label: $0.rawValue])
                }
            }
        }
        let share = counts.share(of: caller.scope)
        let connections = clients.connections(of: caller.scope)
        let streams = connections.compactMap { self.streams[$0] }
        let queues = connections.map { server.outputQueue(of: $0) }
        let dropped = streams.reduce(share.droppedEvents) { $0 + $1.droppedCount }
        let outcomes = ServiceCounts.Outcome.allCases.map { ($0.rawValue, share.outcomes[$0] ?? 0) }
        return [
            "waymark_build_info": Samples(1, ["version": Version.current]),
            "waymark_uptime_seconds": Samples(startedAt.duration(to: now.instant).inSeconds),
            "waymark_receiver_state": each("state") { $0.state },
            "waymark_receiver_followed": each { $0.followed ? 1 : 0 },
            "waymark_receiver_trust": each("trust", \.trust),
            "waymark_receiver_on_seconds_total": each(\.onSeconds),
            "waymark_fix_age_seconds": each(\.lastFixAgeSeconds),
            "waymark_fix_accuracy_meters": each(\.accuracyMeters),
            "waymark_connections": Samples(Double(connections.count)),
            "waymark_streams": Samples(Double(streams.count)),
            "waymark_output_queue_bytes": Samples(Double(queues.reduce(0, +))),
            "waymark_output_queue_longest_bytes": Samples(Double(queues.max() ?? 0)),
            "waymark_dropped_events_total": Samples(Double(dropped)),
            "waymark_widgets": Samples(Double(engine.widgetCount(visibleTo: caller))),
            "waymark_reloads_total": Samples(share.reloads.sorted { $0.key < $1.key }, by: "reason"),
            "waymark_timelines_total": Samples(outcomes, by: "outcome"),
            "waymark_used_up_budgets_total": Samples(Double(share.usedUpBudgets)),
        ]
    }

    private var serviceSamples: [String: Samples] {
        let usage = ProcessUsage.current
        return [
            "waymark_connections_limit": Samples(Double(server.limits.connections)),
            "waymark_refused_connections_total": Samples(Double(counts.refusedConnections)),
            "waymark_faulty_connections_total": Samples(Double(counts.faultyConnections)),
            "waymark_decisions_total": Samples(counts.decisions.sorted { $0.key < $1.key }, by: "decision"),
            "waymark_journal_queue": Samples(Double(store.journal.waitingCount)),
            "waymark_store_failing": Samples(outbox.retryAt == nil ? 0 : 1),
            "waymark_failed_commits_total": Samples(Double(counts.failedCommits)),
            "process_cpu_seconds_total": Samples(usage.processorTime.inSeconds),
            "process_resident_memory_bytes": Samples(usage.residentBytes.map(Double.init)),
            "process_open_fds": Samples(usage.openDescriptors.map(Double.init)),
            "process_max_fds": Samples(ProcessLimits.descriptors.map(Double.init)),
        ]
    }
}

extension InspectInterface.Receiver {
    /// The receiver's place and URL: two may have the same URL.
    fileprivate var label: String { "\(number) \(name)" }
}

extension [InspectInterface.Sample] {
    /// Creates the only sample of a quantity, or none if its value is not known.
    fileprivate init(_ value: Double?, _ labels: KeyValuePairs<String, String> = [:]) {
        self = value.map { [.init($0, labels)] } ?? []
    }

    /// Creates the samples of numbers that a label tells apart.
    fileprivate init(_ numbers: [(key: String, value: Int)], by label: String) {
        self = numbers.map { .init(Double($0.value), [label: $0.key]) }
    }
}

extension InspectInterface.Sample {
    fileprivate init(_ value: Double, _ labels: KeyValuePairs<String, String>) {
        self.init(labels: labels.map { .init(name: $0.key, value: $0.value) }, value: value)
    }
}
