import Glibc
import LinuxSystem

/// Converts text in UTF-16 to UTF-8 with the C library's `iconv`, a piece at a time.
///
/// Half of a surrogate pair becomes U+FFFD and is counted. The only file read is glibc's converter. It is `@safe`
/// because the descriptor never leaves it.
@safe final class UTF16Stream {
    /// U+FFFD, which stands for a character that cannot be read.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private let converter: iconv_t

    /// The beginning of a character whose other bytes are still to come: three bytes at most.
    private var carried: [UInt8] = []

    /// The number of characters that cannot be read.
    private(set) var unreadable = 0

    /// Creates a stream at the start of a text, after its byte order mark.
    init(_ order: ByteOrder) throws(RecordingProblem) {
        // With the order in the name, iconv keeps nothing from one call to the next.
        guard let converter = unsafe iconv_open("UTF-8", order.isBigEndian ? "UTF-16BE" : "UTF-16LE"),
            Int(bitPattern: converter) != -1
        else {
            let reason = SystemError("iconv_open").reason
            throw .unsupported("text in UTF-16, which iconv cannot convert (\(reason)); save it as UTF-8")
        }
        unsafe self.converter = converter
    }

    deinit { unsafe iconv_close(converter) }

    /// Converts the next bytes; a character that they do not complete is kept for the next call.
    func utf8(of bytes: Span<UInt8>) -> [UInt8] {
        var input = carried
        for index in bytes.indices { input.append(bytes[index]) }
        // Two bytes become three at most, so that there is room for everything, also for replacements.
        var output = [UInt8](repeating: 0, count: input.count / 2 * Self.replacement.count)
        var used = 0
        var written = 0
        while input.count - used >= 2, convert(&input, from: &used, to: &output, at: &written) == EILSEQ {
            for (index, byte) in Self.replacement.enumerated() { output[written + index] = byte }
            written += Self.replacement.count
            used += 2
            unreadable += 1
        }
        carried = Array(input[used...])
        output.removeLast(output.count - written)
        return output
    }

    /// Ends the text; a character that it cuts is replaced too.
    func finish() -> [UInt8] {
        guard !carried.isEmpty else { return [] }
        carried = []
        unreadable += 1
        return Self.replacement
    }

    /// Converts characters until one is incomplete or invalid, and moves both positions past them.
    ///
    /// - Returns: `EILSEQ` for an invalid one, `EINVAL` for an incomplete one, zero at the end.
    private func convert(
        _ input: inout [UInt8],
        from used: inout Int,
        to output: inout [UInt8],
        at written: inout Int
    ) -> CInt {
        let (start, end) = (used, written)
        var left = input.count - start
        var room = output.count - end
        let code: CInt = unsafe input.withUnsafeMutableBytes { source in
            unsafe output.withUnsafeMutableBytes { target in
                var from = unsafe source.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                var to = unsafe target.baseAddress?.advanced(by: end).assumingMemoryBound(to: CChar.self)
                return unsafe iconv(converter, &from, &left, &to, &room) == -1 ? errno : 0
            }
        }
        used = input.count - left
        written = output.count - room
        return code
    }
}

extension UTF16Stream {
    /// The order of the bytes in a text in UTF-16.
    struct ByteOrder {
        /// The number of first bytes that tell the order.
        static let bytesNeeded = 8

        /// Whether the high byte comes first.
        let isBigEndian: Bool

        /// The number of bytes of the byte order mark at the beginning; zero if there is none.
        let markLength: Int

        /// Detects the order by the first bytes of a text; `nil` if they are not UTF-16.
        init?(of beginning: [UInt8]) {
            // In UTF-32, two zeros follow the same mark.
            if beginning.starts(with: [0xFF, 0xFE]), !beginning.starts(with: [0xFF, 0xFE, 0, 0]) {
                (isBigEndian, markLength) = (false, 2)
                return
            }
            if beginning.starts(with: [0xFE, 0xFF]) {
                (isBigEndian, markLength) = (true, 2)
                return
            }
            // Without a mark, every other byte of ASCII text is zero.
            let zeros = beginning.prefix(Self.bytesNeeded).map { $0 == 0 }
            let isBig = [true, false, true, false, true, false, true, false]
            guard zeros == isBig || zeros == isBig.map({ !$0 }) else { return nil }
            (isBigEndian, markLength) = (zeros == isBig, 0)
        }
    }
}
