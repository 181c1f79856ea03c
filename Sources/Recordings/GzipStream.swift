import CZlib

/// Decompresses a gzip file of one or more members, a bounded piece at a time.
///
/// It is `@safe` because the pointer never leaves it.
@safe final class GzipStream {
    /// The largest number of decompressed bytes at a call.
    private static let bufferSize = 1 << 16

    /// The first two bytes of every member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    private enum Phase {
        case member

        /// After a member; this many bytes of the next member's magic have been read.
        case between(magicSeen: Int)

        /// After the last member. Like gzip, it ignores what follows.
        case over
    }

    private let stream: OpaquePointer
    private var buffer = [UInt8](repeating: 0, count: bufferSize)
    private var phase = Phase.member
    private(set) var consumed = 0
    private(set) var trailingBytes = 0

    /// Creates a stream positioned after the magic of the first member.
    init() throws(RecordingProblem) {
        guard let stream = unsafe czlib_create() else { throw .outOfMemory }
        unsafe self.stream = stream
        try begin()
    }

    deinit { unsafe czlib_free(stream) }

    /// Decompresses input from `offset` on, at most 64 KiB of output at a call.
    ///
    /// - Returns: Whether another call may produce more output without further input.
    func inflate(
        _ input: Span<UInt8>,
        from offset: inout Int,
        _ emit: (Span<UInt8>) throws(RecordingProblem) -> Void
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
            return try inflateMember(input, &offset, emit)
        }
    }

    /// Ends the input.
    ///
    /// - Throws: ``RecordingProblem`` if the file ends inside a member.
    func finish() throws(RecordingProblem) {
        guard case .member = phase else { return }
        throw .damagedCompression(atByte: consumed, reason: "the file is truncated there")
    }

    private func inflateMember(
        _ input: Span<UInt8>,
        _ offset: inout Int,
        _ emit: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) -> Bool {
        var used: CInt = 0
        var produced: CInt = 0
        let rest = input.extracting(offset...)
        let status = unsafe rest.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
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
        // The copy shares the buffer and is released before the next write.
        let plain = buffer
        try emit(plain.span.extracting(first: Int(produced)))
        switch status {
        case 0: return produced == buffer.count
        case 1:
            phase = .between(magicSeen: 0)
            return offset < input.count
        default:
            throw unsafe .damagedCompression(atByte: consumed, reason: String(cString: czlib_problem(stream)))
        }
    }

    /// Looks for the start of another member; zeros before it are the padding of a tape block.
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

    /// Begins a member by passing zlib the magic, which has already been read.
    private func begin() throws(RecordingProblem) {
        phase = .member
        var start = 0
        let magic = Self.magic
        _ = try inflateMember(magic.span, &start) { _ in }
    }
}
