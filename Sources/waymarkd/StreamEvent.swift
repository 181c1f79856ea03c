import Varlink
import WaymarkInterfaces

/// A reply of a streaming method.
protocol StreamEvent: StreamedStructure {
    /// An event that only shows that the service is alive.
    static var keepAlive: Self { get }
}

extension WidgetsInterface.Serve.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension WidgetsInterface.WatchTickets.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension HostInterface.Watch.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.Open.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension MonitorInterface.FollowEvents.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.FollowLocation.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.FollowHeading.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.FollowBeacons.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension BeaconsInterface.Feed.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LocationInterface.HoldSession.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, event: .keepAlive) }
}

extension LauncherInterface.Serve.Reply: StreamEvent {
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

extension InspectInterface.Record.Reply: StreamEvent {
    static var keepAlive: Self { .init(sequence: 0, text: "") }
}
