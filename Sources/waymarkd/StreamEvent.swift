import Varlink
import WaymarkInterfaces

/// A reply of a method that streams.
protocol StreamEvent: JSONStructure {
    /// Counts the events of the stream, from 1; set when the event leaves.
    var sequence: Int { get set }

    /// How many older events gave way, where some did; set when the event leaves.
    var dropped: Int? { get set }

    /// An event that says nothing but that the service lives.
    static var keepAlive: Self { get }
}

extension WidgetsInterface.Serve.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension HostInterface.Watch.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.Open.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension SettingsInterface.Agent.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension InspectInterface.WatchReceivers.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, receivers: []) }
}

extension InspectInterface.WatchDecisions.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, decisions: []) }
}
