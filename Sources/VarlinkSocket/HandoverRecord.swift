import LinuxSystem

/// What a later process needs to go on with one connection, in ``HandoverMemory``.
///
/// The process may be killed at any instruction. So the record counts only while it is marked as being at rest: nothing
/// of a message is half read or half written, no call waits for its reply, and every reply that was counted is sent.
final class HandoverRecord {
    /// The number that the connection's descriptor is stored under.
    let key: UInt64

    /// Whether the service manager has the descriptor.
    var isStored = false

    private let owner: HandoverMemory
    private let offset: Int

    /// The bytes of the open call, after the words.
    private var callBytes: Int
    private var noteBytes: Int

    // The words at the beginning of a place. The key is 0 for a place without a connection.
    private static let restWord = 8
    private static let repliesWord = 16
    private static let callWord = 24
    private static let notesWord = 32
    private static let bookmarkWord = 40
    private static let countWord = 48
    private static let peerWord = 56
    private static let wordBytes = 64

    init(_ owner: HandoverMemory, offset: Int, key: UInt64, isNew: Bool) {
        self.owner = owner
        self.offset = offset
        self.key = key
        callBytes = 0
        noteBytes = 0
        if isNew {
            owner.memory[word: offset] = key
        } else {
            // An earlier process wrote the lengths.
            callBytes = min(Int(clamping: self[Self.callWord]), Self.room)
            noteBytes = min(Int(clamping: self[Self.notesWord]), Self.room - callBytes)
        }
    }

    /// Whether the connection is at rest.
    ///
    /// Set it to `false` before anything is read or written.
    var isAtRest: Bool {
        get { self[Self.restWord] == 1 }
        set { self[Self.restWord] = newValue ? 1 : 0 }
    }

    /// The number of replies to the open call.
    var replyCount: UInt64 {
        get { self[Self.repliesWord] }
        set { self[Self.repliesWord] = newValue }
    }

    /// How far the program has read what it sends on the stream, in its own measure.
    var bookmark: StreamBookmark {
        get { StreamBookmark(position: self[Self.bookmarkWord], count: self[Self.countWord]) }
        set {
            self[Self.bookmarkWord] = newValue.position
            self[Self.countWord] = newValue.count
        }
    }

    /// When the process of the peer was started; 0 if it is not known.
    var peerStart: UInt64 {
        get { self[Self.peerWord] }
        set { self[Self.peerWord] = newValue }
    }

    /// The open call as a message without its terminator; `nil` if no stream is open.
    var call: [UInt8]? { callBytes == 0 ? nil : owner.memory.bytes(in: start..<(start + callBytes)) }

    /// Records that a stream was opened; returns `false` if its call is too long to be kept.
    func begin(_ call: [UInt8]) -> Bool {
        endCall()
        guard call.count <= Self.room / 2 else { return false }
        owner.memory.write(call, at: start)
        callBytes = call.count
        self[Self.callWord] = UInt64(callBytes)
        return true
    }

    /// Records that no stream is open.
    func endCall() {
        (callBytes, noteBytes) = (0, 0)
        for word in [Self.callWord, Self.notesWord, Self.repliesWord] { self[word] = 0 }
        bookmark = StreamBookmark()
    }

    /// The notes about the open stream, in the order in which their keys first came.
    var notes: StreamNotes {
        let first = start + callBytes
        return StreamNotes(owner.memory.bytes(in: first..<(first + noteBytes)))
    }

    /// Adds a note; returns `false` if there is no room for it.
    func add(_ note: StreamNote) -> Bool {
        let bytes = note.bytes
        if callBytes + noteBytes + bytes.count > Self.room {
            let rest = isAtRest
            isAtRest = false
            let kept = notes.bytes
            guard callBytes + kept.count + bytes.count <= Self.room else { return false }
            owner.memory.write(kept, at: start + callBytes)
            setNoteBytes(kept.count)
            isAtRest = rest
        }
        owner.memory.write(bytes, at: start + callBytes + noteBytes)
        setNoteBytes(noteBytes + bytes.count)
        return true
    }

    /// Gives the place back.
    func remove() { owner.remove(at: offset) }

    private func setNoteBytes(_ count: Int) {
        noteBytes = count
        self[Self.notesWord] = UInt64(count)
    }

    private var start: Int { offset + Self.wordBytes }
    private static let room = HandoverMemory.placeBytes - wordBytes

    private subscript(word: Int) -> UInt64 {
        get { owner.memory[word: offset + word] }
        set { owner.memory[word: offset + word] = newValue }
    }
}
