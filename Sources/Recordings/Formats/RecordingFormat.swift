import LocationModel

/// Makes epochs of the bytes of one kind of recording.
///
/// It performs no I/O. It is fed every byte in order, then told that this was all.
protocol RecordingFormat: AnyObject {
    /// What it has met, in the order in which it is told.
    var counts: [RecordingCount] { get }

    /// Takes in the next bytes and hands out the epochs that they complete.
    func take(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem)

    /// Hands out what is left at the end.
    func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem)
}

/// How often something was met in a recording.
package struct RecordingCount: Hashable, Sendable {
    /// What was counted, in the plural.
    package let name: String

    /// How often it was met.
    package let count: Int

    /// Creates a count.
    init(_ count: Int, _ name: String) {
        self.name = name
        self.count = count
    }
}
