/// The largest timeline that the service accepts.
package enum TimelineLimits {
    package static let entries = 256
    package static let regions = 8

    /// The longest duration of a score, in seconds: a hundred years.
    package static let relevance: Double = 3_155_760_000

    /// The length of the whole message; a timeline has a little less.
    package static let bytes = ServiceConnection.messageLimit

    /// The nesting of a content: the service accepts messages that are 32 deep, and a content is in an entry, in the list of
    /// entries, in the parameters, in the message.
    package static let contentDepth = 28
}
