import LocationModel

// The bytes of a decision of the journal, and of everything sealed before version 3 of the tables: numbers of 8 bytes,
// little-endian, lengths before texts, a quantity as the bits of its `Double`.

extension [UInt8] {
    mutating func append(_ number: UInt64) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    mutating func append(_ instant: UTCInstant) {
        append(UInt64(bitPattern: instant.nanosecondsSince1970))
    }

    mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}

/// Reads the values in the order in which they were written.
struct FormReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() throws(InvalidRow) -> UInt64 {
        guard rest.count >= 8 else { throw InvalidRow() }
        defer { rest.removeFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func truth() throws(InvalidRow) -> Bool {
        let number = try number()
        guard number <= 1 else { throw InvalidRow() }
        return number == 1
    }

    mutating func instant() throws(InvalidRow) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: Int64(bitPattern: try number()))
    }

    mutating func quantity() throws(InvalidRow) -> Double { Double(bitPattern: try number()) }

    mutating func text() throws(InvalidRow) -> String {
        guard let text = String(validating: try part(), as: UTF8.self) else { throw InvalidRow() }
        return text
    }

    /// Reads bytes that follow their count.
    mutating func part() throws(InvalidRow) -> ArraySlice<UInt8> {
        let count = try number()
        guard count <= UInt64(rest.count) else { throw InvalidRow() }
        defer { rest.removeFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    func end() throws(InvalidRow) { guard isAtEnd else { throw InvalidRow() } }
}

extension Optional {
    func valid() throws(InvalidRow) -> Wrapped {
        guard let self else { throw InvalidRow() }
        return self
    }
}
