import LocationModel
import MessageCoding
import WaymarkInterfaces

/// The largest timeline that the service accepts.
enum TimelineLimits {
    static let entries = 256

    /// The length of the whole message; a timeline has a little less.
    static let bytes = ServiceConnection.messageLimit

    /// The nesting of a content: the service accepts messages that are 32 deep, and a content is in an entry, in the list of
    /// entries, in the parameters, in the message.
    static let contentDepth = 28
}

/// A timeline in the form of a message.
struct EncodedTimeline: Sendable {
    let entries: [WidgetsInterface.Entry]
    let policy: WidgetsInterface.ReloadPolicy
    let after: String?

    init<Entry: TimelineEntry>(_ timeline: Timeline<Entry>) throws(ClientError) {
        guard !timeline.entries.isEmpty else { throw .invalidTimeline(.noEntries) }
        guard timeline.entries.count <= TimelineLimits.entries else {
            throw .invalidTimeline(.tooManyEntries(timeline.entries.count))
        }
        var entries: [WidgetsInterface.Entry] = []
        for (index, entry) in timeline.entries.enumerated() {
            entries.append(.init(date: entry.date.description, content: try content(of: entry, at: index)))
        }
        self.entries = entries
        switch timeline.policy.kind {
        case .atEnd: (policy, after) = (.atEnd, nil)
        case .after(let date): (policy, after) = (.after, date.description)
        case .never: (policy, after) = (.never, nil)
        }
    }
}

private func content(of entry: some TimelineEntry, at index: Int) throws(ClientError) -> JSONValue {
    let value: JSONValue
    do {
        value = try MessageCoding.content(of: entry)
    } catch { throw .invalidTimeline(.notEncodable(entry: index, reason: "\(error)")) }
    guard case .object(var members) = value else {
        throw .invalidTimeline(.notEncodable(entry: index, reason: "it encodes as another JSON value"))
    }
    members["date"] = nil
    let content = JSONValue.object(members)
    guard content.depth <= TimelineLimits.contentDepth else {
        let reason = "it is nested deeper than \(TimelineLimits.contentDepth) levels"
        throw .invalidTimeline(.notEncodable(entry: index, reason: reason))
    }
    return content
}

extension JSONValue {
    /// The greatest number of objects and arrays around a value, the value included.
    fileprivate var depth: Int {
        switch self {
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
        default: 0
        }
    }
}
