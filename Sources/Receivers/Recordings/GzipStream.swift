import CReceivers

/// Decompresses a gzip file of one or more members, a bounded piece at a time; passes on other data
/// unchanged.
///
/// It is `@safe` because the pointer never leaves it.
@safe final class GzipStream {
    /// The largest number of decompressed bytes at a call.
    private static let pieceSize = 1 << 16

    /// The first two bytes of every member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    private enum Phase {
        /// At the beginning, or after a member: `seen` bytes of a member's magic have been read.
        case magic(seen: Int)
        case member

        /// After the last member. Like gzip, it ignores what follows.
        case over

        /// The input is not gzip.
        case plain
        case damaged(RecordingProblem)
    }

    private var stream: OpaquePointer?
    private var phase = Phase.magic(seen: 0)
    private var consumed = 0

    deinit { if let stream = unsafe stream { unsafe czlib_free(stream) } }

    /// Whether the data read so far is compressed.
    var isCompressed: Bool { unsafe stream != nil }

    /// Returns decompressed input from `offset` on, at most 64 KiB at a call.
    ///
    /// `mayHaveMore` tells whether another call may return more, with the rest of the input or with none.
    func inflate(
        _ input: Span<UInt8>,
        from offset: inout Int
    ) throws(RecordingProblem) -> (bytes: [UInt8], mayHaveMore: Bool) {
        switch phase {
        case .magic(let seen):
            guard offset < input.count else { return ([], false) }
            let byte = input[offset]
            guard byte == Self.magic[seen] || isCompressed else {
                phase = .plain
                return (Array(Self.magic.prefix(seen)), true)
            }
            (offset, consumed) = (offset + 1, consumed + 1)
            if byte == Self.magic[seen] {
                phase = .magic(seen: seen + 1)
                if seen + 1 == Self.magic.count { try beginMember() }
            } else if seen > 0 || byte != 0 {
                // Zeros before a member are the padding of a tape block.
                phase = .over
            }
            return ([], offset < input.count)
        case .plain:
            let start = offset
            offset = input.count
            return (unsafe input.extracting(start...).withUnsafeBytes { unsafe Array($0) }, false)
        case .member: return inflateMember(input, &offset)
        case .over:
            offset = input.count
            return ([], false)
        case .damaged(let problem): throw problem
        }
    }

    /// Ends the input, and returns the bytes that it still holds.
    ///
    /// - Throws: ``RecordingProblem`` if the file ends inside a member.
    func finish() throws(RecordingProblem) -> [UInt8] {
        switch phase {
        case .magic(let seen): return isCompressed ? [] : Array(Self.magic.prefix(seen))
        case .member: throw .damagedCompression(atByte: consumed, reason: "the file is truncated there")
        case .over, .plain, .damaged: return []
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
        _ = inflateMember(magic.span, &start)
    }

    private func inflateMember(_ input: Span<UInt8>, _ offset: inout Int) -> (
        bytes: [UInt8], mayHaveMore: Bool
    ) {
        var (used, produced, status): (CInt, CInt, CInt) = (0, 0, 0)
        let plain = unsafe input.extracting(offset...).withUnsafeBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { target, count in
                unsafe status = czlib_inflate(
                    stream,
                    source.baseAddress,
                    CInt(clamping: source.count),
                    &used,
                    target.baseAddress,
                    CInt(Self.pieceSize),
                    &produced
                )
                count = Int(produced)
            }
        }
        offset += Int(used)
        consumed += Int(used)
        switch status {
        case 0: return (plain, plain.count == Self.pieceSize)
        case 1:
            phase = .magic(seen: 0)
            return (plain, offset < input.count)
        default:
            // The bytes before the fault come first.
            let reason = unsafe String(cString: czlib_problem(stream))
            phase = .damaged(.damagedCompression(atByte: consumed, reason: reason))
            return (plain, true)
        }
    }
}
