import LinuxSystem
import LocationModel
import StateStore
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// What has happened since the service started, as numbers for monitoring.
struct ServiceCounts {
    enum Outcome: String, CaseIterable {
        case accepted, failed, late, abandoned
    }

    /// What has happened to the widgets and clients of one user, or of all.
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
        decisions[entry.decision.name, default: 0] += 1
        guard let user = entry.subject.app?.user else { return }
        switch entry.decision {
        case .reload(_, let reason, _, _, _):
            shares[user, default: Share()].reloads[reason.rawValue, default: 0] += 1
        case .timeline: record(.accepted, of: user)
        case .timelineFailed: record(.failed, of: user)
        case .timelineLate: record(.late, of: user)
        case .requestAbandoned: record(.abandoned, of: user)
        case .budgetUsedUp: shares[user, default: Share()].usedUpBudgets += 1
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
    typealias Metric = InspectInterface.Metric

    func getMetrics(
        _ parameters: InspectInterface.GetMetrics,
        _ request: Request
    ) throws(CallFailure) {
        try request.requireInquirer()
        engine.look(at: now)
        let caller = request.caller
        let share = counts.share(of: caller.scope)
        let own =
            generalMetrics + receiverMetrics(for: caller) + clientMetrics(for: caller, share)
            + widgetMetrics(for: caller, share)
        // What the service does as a whole would tell a user what the others do.
        let metrics = caller.scope == nil ? own + serviceMetrics + processMetrics : own
        // At once, and not with the inquiries: that the state cannot be saved must be told while it is so.
        server.reply(.success(InspectInterface.GetMetrics.Reply(metrics: metrics)), to: request.connection)
    }

    private var generalMetrics: [Metric] {
        [
            .gauge(
                "waymark_build_info",
                "The version of the service.",
                [.init(1, ["version": Version.current])]
            ),
            .gauge(
                "waymark_uptime_seconds",
                "The time since the service started.",
                startedAt.duration(to: now.instant).inSeconds
            ),
        ]
    }

    private var serviceMetrics: [Metric] {
        [
            .gauge("waymark_connections_limit", "The most connections.", Double(server.limits.connections)),
            .counter(
                "waymark_refused_connections_total",
                "Connections above the limits.",
                Double(counts.refusedConnections)
            ),
            .counter(
                "waymark_faulty_connections_total",
                "Connections closed because of a fault of the client.",
                Double(counts.faultyConnections)
            ),
            .counter(
                "waymark_decisions_total",
                "Decisions of the service, by their name in the journal.",
                counts.decisions.sorted { $0.key < $1.key }.map {
                    .init(Double($0.value), ["decision": $0.key])
                }
            ),
            .gauge(
                "waymark_journal_queue",
                "Decisions that wait to be written to the disk.",
                Double(store.journal.waitingCount)
            ),
            .gauge(
                "waymark_store_failing",
                "Whether the state cannot be saved, so that events wait.",
                outbox.retryAt == nil ? 0 : 1
            ),
            .counter(
                "waymark_failed_commits_total",
                "Attempts to save the state that failed.",
                Double(counts.failedCommits)
            ),
        ]
    }

    private func receiverMetrics(for caller: Caller) -> [Metric] {
        let receivers = allReceivers(for: caller)
        func each(_ value: (InspectInterface.Receiver) -> Double?) -> [InspectInterface.Sample] {
            receivers.compactMap { receiver in value(receiver).map { .init($0, ["receiver": receiver.label]) }
            }
        }
        let states = receivers.flatMap { receiver in
            InspectInterface.Receiver.State.allCases.map { state in
                InspectInterface.Sample(
                    receiver.state == state ? 1 : 0,
                    ["receiver": receiver.label, "state": state.rawValue]
                )
            }
        }
        return [
            .gauge("waymark_receiver_state", "The state of a receiver: 1 for the one that it is in.", states),
            .gauge(
                "waymark_receiver_followed",
                "Whether the receiver is the one followed.",
                each { $0.followed ? 1 : 0 }
            ),
            .gauge(
                "waymark_receiver_trust",
                "Whether the followed receiver is trusted: 1 for the verdict on it.",
                receivers.flatMap { receiver in
                    receiver.trust.map { verdict in
                        Trust.allCases.map {
                            .init($0 == verdict ? 1 : 0, ["receiver": receiver.label, "trust": $0.rawValue])
                        }
                    } ?? []
                }
            ),
            .counter(
                "waymark_receiver_on_seconds_total",
                "The time a receiver has been on.",
                each(\.onSeconds)
            ),
            .gauge("waymark_fix_age_seconds", "The age of a receiver's last fix.", each(\.lastFixAgeSeconds)),
            .gauge(
                "waymark_fix_accuracy_meters",
                "The radius that contains the position with 68 % probability, while there is a fix.",
                each(\.accuracyMeters)
            ),
        ]
    }

    private func clientMetrics(for caller: Caller, _ share: ServiceCounts.Share) -> [Metric] {
        let connections = clients.connections(of: caller.scope)
        let streams = connections.compactMap { self.streams[$0] }
        let queues = connections.map { server.outputQueue(of: $0) }
        return [
            .gauge("waymark_connections", "Open connections of clients.", Double(connections.count)),
            .gauge("waymark_streams", "Open streams of events.", Double(streams.count)),
            .gauge(
                "waymark_output_queue_bytes",
                "Bytes that wait for clients to read them, of all connections.",
                Double(queues.reduce(0, +))
            ),
            .gauge(
                "waymark_output_queue_longest_bytes",
                "The same of the slowest client.",
                Double(queues.max() ?? 0)
            ),
            .counter(
                "waymark_dropped_events_total",
                "Events that newer ones replaced before a slow client took them.",
                Double(streams.reduce(share.droppedEvents) { $0 + $1.droppedCount })
            ),
        ]
    }

    private func widgetMetrics(for caller: Caller, _ share: ServiceCounts.Share) -> [Metric] {
        [
            .gauge("waymark_widgets", "Placed widgets.", Double(engine.widgetCount(visibleTo: caller))),
            .counter(
                "waymark_reloads_total",
                "Timelines that were requested from providers, by the cause.",
                share.reloads.sorted { $0.key < $1.key }.map { .init(Double($0.value), ["reason": $0.key]) }
            ),
            .counter(
                "waymark_timelines_total",
                "What became of requested timelines.",
                ServiceCounts.Outcome.allCases.map {
                    .init(Double(share.outcomes[$0] ?? 0), ["outcome": $0.rawValue])
                }
            ),
            .counter(
                "waymark_used_up_budgets_total",
                "Times at which a widget had used up its reload budget.",
                Double(share.usedUpBudgets)
            ),
        ]
    }

    private var processMetrics: [Metric] {
        let usage = ProcessUsage.current
        return [
            .counter(
                "process_cpu_seconds_total",
                "Processor time of the service.",
                usage.processorTime.inSeconds
            ),
            .gauge(
                "process_resident_memory_bytes",
                "Resident memory of the service.",
                usage.residentBytes.map(Double.init)
            ),
            .gauge(
                "process_open_fds",
                "Open descriptors of the service.",
                usage.openDescriptors.map(Double.init)
            ),
            .gauge("process_max_fds", "The most descriptors.", ProcessLimits.descriptors.map(Double.init)),
        ]
    }
}

extension InspectInterface.Receiver {
    /// The receiver's place and URL: two may have the same URL.
    fileprivate var label: String { "\(number) \(name)" }
}

extension InspectInterface.Metric {
    fileprivate static func gauge(_ name: String, _ help: String, _ samples: [InspectInterface.Sample])
        -> Self
    {
        .init(name: name, help: help, kind: .gauge, samples: samples)
    }

    fileprivate static func gauge(_ name: String, _ help: String, _ value: Double?) -> Self {
        gauge(name, help, value.map { [.init($0)] } ?? [])
    }

    fileprivate static func counter(_ name: String, _ help: String, _ samples: [InspectInterface.Sample])
        -> Self
    {
        .init(name: name, help: help, kind: .counter, samples: samples)
    }

    fileprivate static func counter(_ name: String, _ help: String, _ value: Double) -> Self {
        counter(name, help, [.init(value)])
    }
}

extension InspectInterface.Sample {
    fileprivate init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
        self.init(labels: labels.map { .init(name: $0.key, value: $0.value) }, value: value)
    }
}
