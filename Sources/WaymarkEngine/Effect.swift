package import LocationModel

/// Something that the shell has to do, in the order given.
package enum Effect: Hashable, Sendable {
    /// Make a change durable before any later effect becomes visible to anybody.
    case commit(StateChange)

    /// Answer a call.
    case reply(CallIdentifier, Answer)

    /// Refuse a call.
    case refuse(CallIdentifier, Refusal)

    /// Send an event on a provider's stream.
    case tellProvider(SessionIdentifier, ProviderEvent)

    /// Send an event on a host's stream.
    case tellHost(SessionIdentifier, HostEvent)

    /// Send an event on an app's stream.
    case tellApp(SessionIdentifier, AppEvent)

    /// Send an event on an agent's stream.
    case tellAgent(SessionIdentifier, AgentEvent)

    /// Open the receivers.
    case startReceivers

    /// Close the receivers.
    case stopReceivers

    /// Tell those who watch the receivers how one of them is doing: its state, its next try or who is followed changed.
    case tellReceiver(ReceiverIdentifier, ReceiverState)

    /// Write a decision to the log and to those who follow the journal.
    case record(JournalEntry)
}
