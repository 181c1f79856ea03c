import LocationModel

extension [UInt8] {
    mutating func append(_ number: UInt64) {
        append(littleEndian: number)
    }

    mutating func append(littleEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    mutating func append(_ instant: UTCInstant) {
        append(UInt64(bitPattern: instant.nanosecondsSince1970))
    }

    mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        append(utf8: text)
    }

    mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { unsafe append(contentsOf: $0) }
    }
}

/// Reads the values in the order in which they were written.
struct FormReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> UInt64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func truth() -> Bool? {
        guard let number = number(), number <= 1 else { return nil }
        return number == 1
    }

    mutating func instant() -> UTCInstant? {
        number().map { UTCInstant(nanosecondsSince1970: Int64(bitPattern: $0)) }
    }

    mutating func text() -> String? { part().flatMap { String(validating: $0, as: UTF8.self) } }

    /// Reads bytes after their number.
    mutating func part() -> ArraySlice<UInt8>? {
        guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}
