import CZlib

/// Decompresses a gzip file of one or more members, a bounded piece at a time; passes on what is no gzip.
///
/// It is `@safe` because the pointer never leaves it.
@safe final class GzipStream {
    /// The largest number of decompressed bytes at a call.
    private static let bufferSize = 1 << 16

    /// The first two bytes of every member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    private enum Phase {
        /// At the beginning, or after a member: so many bytes of a member's magic have been read.
        case magic(seen: Int)
        case member

        /// After the last member. Like gzip, it ignores what follows.
        case over

        /// The input is no gzip.
        case plain
    }

    private var stream: OpaquePointer?
    private var buffer = [UInt8](repeating: 0, count: bufferSize)
    private var phase = Phase.magic(seen: 0)
    private var consumed = 0
    private(set) var trailingBytes = 0

    deinit { if let stream = unsafe stream { unsafe czlib_free(stream) } }

    /// Whether what it has read is compressed.
    var isCompressed: Bool { unsafe stream != nil }

    /// Decompresses input from `offset` on, at most 64 KiB of output at a call.
    ///
    /// - Returns: Whether another call may produce more output, with the rest of the input or with none.
    func inflate(
        _ input: Span<UInt8>,
        from offset: inout Int,
        _ emit: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) -> Bool {
        switch phase {
        case .magic(let seen):
            guard offset < input.count else { return false }
            let byte = input[offset]
            guard byte == Self.magic[seen] || isCompressed else {
                phase = .plain
                let magic = Self.magic
                try emit(magic.span.extracting(first: seen))
                return true
            }
            (offset, consumed) = (offset + 1, consumed + 1)
            if byte == Self.magic[seen] {
                phase = .magic(seen: seen + 1)
                if seen + 1 == Self.magic.count { try beginMember() }
            } else if seen > 0 || byte != 0 {
                // Zeros before a member are the padding of a tape block.
                trailingBytes += seen + 1
                phase = .over
            }
            return offset < input.count
        case .plain:
            let start = offset
            offset = input.count
            try emit(input.extracting(start...))
            return false
        case .member: return try inflateMember(input, &offset, emit)
        case .over:
            trailingBytes += input.count - offset
            offset = input.count
            return false
        }
    }

    /// Ends the input.
    ///
    /// - Throws: ``RecordingProblem`` if the file ends inside a member.
    func finish(_ emit: (Span<UInt8>) throws(RecordingProblem) -> Void) throws(RecordingProblem) {
        switch phase {
        case .magic(let seen) where !isCompressed:
            let magic = Self.magic
            try emit(magic.span.extracting(first: seen))
        case .member: throw .damagedCompression(atByte: consumed, reason: "the file is truncated there")
        case .magic, .over, .plain: break
        }
    }

    private func beginMember() throws(RecordingProblem) {
        if let stream = unsafe stream {
            unsafe czlib_reset(stream)
        } else {
            unsafe stream = czlib_create()
            guard unsafe stream != nil else { throw .outOfMemory }
        }
        // zlib reads the magic itself.
        consumed -= Self.magic.count
        phase = .member
        var start = 0
        let magic = Self.magic
        _ = try inflateMember(magic.span, &start) { _ in }
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
            phase = .magic(seen: 0)
            return offset < input.count
        default:
            throw unsafe .damagedCompression(atByte: consumed, reason: String(cString: czlib_problem(stream)))
        }
    }
}
