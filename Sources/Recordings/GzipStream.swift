import CZlib

/// Decompresses a gzip file of one or several members, a bounded piece at a time.
///
/// Safe, because the pointer never leaves it.
@safe final class GzipStream {
    /// What is decompressed at a call, at most.
    private static let roomSize = 1 << 16

    /// The bytes that every member begins with.
    static let magic: [UInt8] = [0x1F, 0x8B]

    private enum Phase {
        /// Inside a member.
        case member

        /// A member is complete, and of the two bytes that begin the next one so many have been seen.
        case between(magicSeen: Int)

        /// What follows the last member is none, and left alone as gzip does.
        case over
    }

    private let stream: OpaquePointer
    private var room = [UInt8](repeating: 0, count: roomSize)
    private var phase = Phase.member

    /// Compressed bytes taken in.
    private(set) var consumed = 0

    /// Bytes behind the last member.
    private(set) var trailingBytes = 0

    /// Creates a stream behind the first two bytes of a file, which have told what it is.
    ///
    /// - Throws: ``RecordingProblem`` when there is no memory.
    init() throws(RecordingProblem) {
        guard let stream = unsafe czlib_create() else { throw .outOfMemory }
        unsafe self.stream = stream
        try begin()
    }

    deinit { unsafe czlib_free(stream) }

    /// Takes in some of the input from `offset` on, and hands out what that gives: not more than 64 KiB.
    ///
    /// - Returns: Whether there may be more without further input.
    /// - Throws: ``RecordingProblem`` when the data is damaged.
    func inflate(
        _ input: Span<UInt8>,
        from offset: inout Int,
        _ take: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) -> Bool {
        switch phase {
        case .over:
            trailingBytes += input.count - offset
            consumed += input.count - offset
            offset = input.count
            return false
        case .between(let seen):
            try beginNext(after: seen, input, &offset)
            return offset < input.count
        case .member:
            return try inflateMember(input, &offset, take)
        }
    }

    /// Says that there is no further input.
    ///
    /// - Throws: ``RecordingProblem`` when the file ends inside a member.
    func finish() throws(RecordingProblem) {
        guard case .member = phase else { return }
        throw .damagedCompression(atByte: consumed, reason: "it is cut off there")
    }

    private func inflateMember(
        _ input: Span<UInt8>,
        _ offset: inout Int,
        _ take: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) -> Bool {
        var used: CInt = 0
        var produced: CInt = 0
        let rest = input.extracting(offset...)
        let status = unsafe rest.withUnsafeBufferPointer { source in
            unsafe room.withUnsafeMutableBufferPointer { target in
                unsafe czlib_inflate(
                    stream,
                    source.baseAddress,
                    CInt(clamping: source.count),
                    &used,
                    target.baseAddress,
                    CInt(target.count),
                    &produced
                )
            }
        }
        offset += Int(used)
        consumed += Int(used)
        // The local copy shares the buffer, and is gone before there is another write to it.
        let plain = room
        try take(plain.span.extracting(first: Int(produced)))
        switch status {
        case 0: return produced == room.count
        case 1:
            phase = .between(magicSeen: 0)
            return offset < input.count
        default:
            throw unsafe .damagedCompression(atByte: consumed, reason: String(cString: czlib_problem(stream)))
        }
    }

    /// Looks for the beginning of a further member; zeros before it fill up a block of a tape.
    private func beginNext(
        after seen: Int,
        _ input: Span<UInt8>,
        _ offset: inout Int
    ) throws(RecordingProblem) {
        guard offset < input.count else { return }
        let byte = input[offset]
        offset += 1
        consumed += 1
        if byte == Self.magic[seen] {
            guard seen + 1 == Self.magic.count else {
                phase = .between(magicSeen: seen + 1)
                return
            }
            unsafe czlib_reset(stream)
            consumed -= Self.magic.count
            try begin()
        } else if seen > 0 || byte != 0 {
            trailingBytes += seen + 1
            phase = .over
        }
    }

    /// Begins a member by showing zlib the bytes that have been looked at already.
    private func begin() throws(RecordingProblem) {
        phase = .member
        var start = 0
        let magic = Self.magic
        _ = try inflateMember(magic.span, &start) { _ in }
    }
}
