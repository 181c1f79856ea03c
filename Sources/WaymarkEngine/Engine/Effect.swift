package import LocationModel

/// An action for the shell, to be carried out in order.
///
/// The largest cases are indirect, because an effect is passed on several times.
package enum Effect: Hashable, Sendable {
    /// Make a change durable before any later effect becomes visible.
    case commit(StateChange)
    case reply(CallIdentifier, Answer)
    case refuse(CallIdentifier, Refusal)
    indirect case tellProvider(SessionIdentifier, ProviderEvent)
    case tellHost(SessionIdentifier, HostEvent)
    case tellApp(SessionIdentifier, AppEvent)
    case tellMonitor(SessionIdentifier, MonitorStreamEvent)
    case tellAgent(SessionIdentifier, AgentEvent)
    case tellLauncher(SessionIdentifier, LauncherEvent)

    /// Tell a stream the status of tickets that it watches: at first of all, then of those that change.
    case tellTicketWatcher(SessionIdentifier, [TicketStatus])
    case tellBeaconFeed(SessionIdentifier, isWanted: Bool)
    indirect case tellFollower(SessionIdentifier, FollowerEvent)

    /// End a stream that was open, with the reason; it has no session any more.
    case endStream(SessionIdentifier, Refusal)
    case startReceivers
    case stopReceivers

    /// Report a receiver's new state, retry time or followed status to those who watch the receivers.
    case tellReceiver(ReceiverIdentifier, ReceiverState)

    /// Write a decision to the log, to the journal and to those who follow it.
    case record(JournalEntry)
}
