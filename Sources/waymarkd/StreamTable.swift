import LocationModel
import VarlinkSocket
import WaymarkEngine

/// The open streams, with an index of each kind of reader.
///
/// An event costs as much as it has readers, however many streams are open.
struct StreamTable {
    private typealias Streams = [VarlinkServer.ConnectionID: EventStream]

    private var streams: Streams = [:]

    /// The readers of the journal, by user.
    private var journalReaders: [UserIdentifier: Streams] = [:]
    private var watchers: Streams = [:]
    private var recorders: Streams = [:]

    /// The stream of a connection.
    subscript(connection: VarlinkServer.ConnectionID) -> EventStream? {
        get { streams[connection] }
        set {
            if let old = streams[connection] { index(old, as: nil) }
            streams[connection] = newValue
            if let newValue { index(newValue, as: newValue) }
        }
    }

    /// Removes and returns the stream of a connection.
    mutating func removeValue(forKey connection: VarlinkServer.ConnectionID) -> EventStream? {
        defer { self[connection] = nil }
        return streams[connection]
    }

    /// The streams of those who watch the receivers.
    var receiverWatchers: some Sequence<EventStream> { watchers.values }

    /// The streams of those who read the record of this run.
    var recordReaders: some Collection<EventStream> { recorders.values }

    /// Returns the streams of those who may read decisions of a user, or about everybody.
    func journalReaders(of user: UserIdentifier?) -> [EventStream] {
        guard !journalReaders.isEmpty else { return [] }
        guard let user else { return journalReaders.values.flatMap(\.values) }
        return Set([user, .root]).flatMap { journalReaders[$0].map { Array($0.values) } ?? [] }
    }

    private mutating func index(_ stream: EventStream, as indexed: EventStream?) {
        switch stream.reader {
        case .session: break
        case .receivers: watchers[stream.connection] = indexed
        case .record: recorders[stream.connection] = indexed
        case .journal(let caller, _):
            journalReaders[caller.user, default: [:]][stream.connection] = indexed
            if journalReaders[caller.user]?.isEmpty == true { journalReaders[caller.user] = nil }
        }
    }
}
