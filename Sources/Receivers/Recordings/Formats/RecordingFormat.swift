/// A decoder for one recording format.
///
/// It performs no I/O. Feed it every byte in order, and call ``finish(_:)`` at the end.
package protocol RecordingFormat: AnyObject {
    /// The counters, in the order in which they are shown.
    var counts: [RecordingCount] { get }

    /// A remark for a person about the recording, although it is played.
    var remark: String? { get }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem)

    func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem)
}

extension RecordingFormat { package var remark: String? { nil } }

package struct RecordingCount: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(_ count: Int, _ name: String) {
        self.name = name
        self.count = count
    }
}
