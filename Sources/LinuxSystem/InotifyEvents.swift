import Glibc

struct InotifyEvents: Sequence, IteratorProtocol {
    struct Event {
        let number: CInt

        /// The event's bits, see inotify(7).
        let mask: UInt32

        /// The entry that changed; empty for the folder itself.
        let name: String

        var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    }

    private static let headerSize = 16
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Opens a descriptor of events; a failure names the file with the number that each user may have, the usual reason.
    static func makeDescriptor() throws(SystemError) -> FileDescriptor {
        let limit = "/proc/sys/fs/inotify/max_user_instances"
        let number = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
        return try FileDescriptor(of: "inotify_init1", on: limit, number)
    }

    mutating func next() -> Event? {
        guard rest.count >= Self.headerSize else { return nil }
        let nameSize = Int(word(at: 12))
        let event = Event(
            number: CInt(bitPattern: word(at: 0)),
            mask: word(at: 4),
            // Padded with zeros.
            name: String(
                decoding: rest.dropFirst(Self.headerSize).prefix(nameSize).prefix { $0 != 0 },
                as: UTF8.self
            )
        )
        rest = rest.dropFirst(Self.headerSize + nameSize)
        return event
    }

    private func word(at offset: Int) -> UInt32 {
        let bytes = rest.dropFirst(offset).prefix(4)
        return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
    }
}
