/// How far a program has read what it sends on a stream, in its own measure.
package struct StreamBookmark: Hashable, Sendable {
    /// A position; 0 for none.
    package var position: UInt64 = 0

    /// A number of things sent so far.
    package var count: UInt64 = 0

    /// Creates a bookmark.
    package init(position: UInt64 = 0, count: UInt64 = 0) {
        self.position = position
        self.count = count
    }
}

/// Something that a program remembers of an open stream, for the process that goes on with it.
package struct StreamNote: Hashable, Sendable {
    /// What it is about; a later note with the same key replaces it.
    package let key: String

    /// What to remember; empty to forget it.
    ///
    /// Neither it nor the key contains a zero byte.
    package let value: String

    /// Creates a note.
    package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }

    var bytes: [UInt8] { Array(key.utf8) + [0] + Array(value.utf8) + [0] }
}

/// The notes about a stream: the latest of each key, without those that were forgotten.
package struct StreamNotes: Hashable, Sendable {
    private var order: [String] = []
    private var values: [String: String] = [:]

    /// Reads notes that were written one after the other.
    init(_ bytes: [UInt8]) {
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        for index in stride(from: 0, to: texts.count - 2, by: 2) {
            let key = String(decoding: texts[index], as: UTF8.self)
            if values[key] == nil { order.append(key) }
            values[key] = String(decoding: texts[index + 1], as: UTF8.self)
        }
    }

    /// The note with a key.
    package subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    /// All notes, in the order in which their keys first came.
    package var all: [StreamNote] {
        order.compactMap { key in self[key].map { StreamNote(key, $0) } }
    }

    /// The notes as bytes, as short as they can be.
    var bytes: [UInt8] { all.flatMap(\.bytes) }
}
