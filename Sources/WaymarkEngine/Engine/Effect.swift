package import LocationModel

/// An action for the shell, to be carried out in order.
///
/// The largest are kept elsewhere, because an effect is passed on several times.
package enum Effect: Hashable, Sendable {
    /// Make a change durable before any later effect becomes visible.
    case commit(StateChange)

    case reply(CallIdentifier, Answer)

    case refuse(CallIdentifier, Refusal)

    /// Send an event on a provider's stream.
    indirect case tellProvider(SessionIdentifier, ProviderEvent)

    /// Send an event on a host's stream.
    case tellHost(SessionIdentifier, HostEvent)

    /// Send an event on an app's stream.
    case tellApp(SessionIdentifier, AppEvent)

    /// Send an event on the stream of an app that monitors.
    case tellMonitor(SessionIdentifier, MonitorStreamEvent)

    /// Send an event on an agent's stream.
    case tellAgent(SessionIdentifier, AgentEvent)

    /// Send an event on a launcher's stream.
    case tellLauncher(SessionIdentifier, LauncherEvent)

    /// Tell a stream what has become of some of the tickets that it watches; at first of all.
    case tellTicketWatcher(SessionIdentifier, [TicketStatus])

    /// Tell a program that listens for beacons whether an app wants that.
    case tellBeaconFeed(SessionIdentifier, isWanted: Bool)

    /// Send one event on the streams of several apps.
    indirect case tellFollowers([SessionIdentifier], FollowerEvent)

    /// End a stream that was open, with the reason; it has no session any more.
    case endStream(SessionIdentifier, Refusal)

    /// Open the receivers.
    case startReceivers

    /// Close the receivers.
    case stopReceivers

    /// Report a receiver's new state, retry time or followed status to those who watch the receivers.
    case tellReceiver(ReceiverIdentifier, ReceiverState)

    /// Write a decision to the log, to the journal and to those who follow it.
    case record(JournalEntry)
}
