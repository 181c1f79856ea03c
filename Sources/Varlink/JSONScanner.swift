/// Walks over one JSON text and checks every byte of it against RFC 8259.
struct JSONScanner {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0
    private var depth = 0

    init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// Scans the one object that the text must be, and returns its members.
    mutating func scanDocument() throws(JSONError) -> [JSONObject.Member] {
        guard isUTF8 else { throw .invalidUTF8 }
        skipBlanks()
        guard let first = peek else { throw .unexpectedEnd }
        // Told apart from other nonsense only for the log.
        guard first == UInt8(ascii: "{") else { throw .notAnObject }
        let members = try scanObject()
        skipBlanks()
        guard position == bytes.count else { throw .trailingBytes(offset: position) }
        return members
    }

    private var isUTF8: Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var failure: JSONError {
        position < bytes.count ? .unexpectedByte(offset: position) : .unexpectedEnd
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard peek == byte else { throw failure }
        position += 1
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= depthLimit else { throw .tooDeep }
        position += 1
        skipBlanks()
    }

    private mutating func scanValue() throws(JSONError) -> JSONObject.Kind {
        switch peek {
        case UInt8(ascii: "{"):
            _ = try scanObject()
            return .object
        case UInt8(ascii: "["):
            try scanArray()
            return .array
        case UInt8(ascii: "\""):
            try scanString()
            return .string
        case UInt8(ascii: "t"):
            try scanWord("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanWord("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanWord("null")
            return .null
        default:
            try scanNumber()
            return .number
        }
    }

    private mutating func scanObject() throws(JSONError) -> [JSONObject.Member] {
        try enter()
        var members: [JSONObject.Member] = []
        // Compared as Swift compares strings, by canonical equivalence, because the decoder's dictionary would
        // also take two spellings of one name for the same.
        var names: Set<String> = []
        if !accept(UInt8(ascii: "}")) {
            repeat {
                skipBlanks()
                let start = position
                try scanString()
                let name = JSONString.decoded(bytes[(start + 1)..<(position - 1)])
                guard names.insert(name).inserted else { throw .duplicateMember(name) }
                skipBlanks()
                try expect(UInt8(ascii: ":"))
                skipBlanks()
                let valueStart = position
                let kind = try scanValue()
                members.append(.init(name: name, kind: kind, range: valueStart..<position))
                skipBlanks()
            } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        }
        depth -= 1
        return members
    }

    private mutating func scanArray() throws(JSONError) {
        try enter()
        if !accept(UInt8(ascii: "]")) {
            repeat {
                skipBlanks()
                _ = try scanValue()
                skipBlanks()
            } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"))
        }
        depth -= 1
    }

    private mutating func scanWord(_ word: StaticString) throws(JSONError) {
        for byte in word.description.utf8 { try expect(byte) }
    }

    private mutating func scanNumber() throws(JSONError) {
        _ = accept(UInt8(ascii: "-"))
        if !accept(UInt8(ascii: "0")) { try scanDigits() }
        if accept(UInt8(ascii: ".")) { try scanDigits() }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw failure }
    }

    private mutating func scanString() throws(JSONError) {
        try expect(UInt8(ascii: "\""))
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                position += 1
                try scanEscape()
            case 0..<0x20:
                throw failure
            default:
                position += 1
            }
        }
        throw .unexpectedEnd
    }

    private mutating func scanEscape() throws(JSONError) {
        guard let byte = peek else { throw .unexpectedEnd }
        if byte != UInt8(ascii: "u") {
            guard JSONString.shortEscapes[byte] != nil else { throw failure }
            position += 1
            return
        }
        let start = position - 1
        let unit = try scanCodeUnit()
        // Half a surrogate pair is grammatical and means no character; readers differ on what they make of it.
        if UTF16.isTrailSurrogate(unit) { throw .unexpectedByte(offset: start) }
        guard UTF16.isLeadSurrogate(unit) else { return }
        try expect(UInt8(ascii: "\\"))
        guard peek == UInt8(ascii: "u"), UTF16.isTrailSurrogate(try scanCodeUnit()) else {
            throw .unexpectedByte(offset: start)
        }
    }

    private mutating func scanCodeUnit() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = JSONString.hexadecimalValue(of: byte) else { throw failure }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }
}
