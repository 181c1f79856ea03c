/// A scanner that validates a JSON text against RFC 8259 in one pass and records the position of each value.
struct JSONScanner {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0
    private var depth = 0
    private var tokens: [JSONDocument.Token] = []

    private init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        // Most messages have fewer.
        tokens.reserveCapacity(16)
    }

    /// Scans a text that must be one object.
    static func scan(_ bytes: [UInt8], depthLimit: Int) throws(JSONError) -> JSONDocument {
        var scanner = JSONScanner(bytes, depthLimit: depthLimit)
        try scanner.scanDocument()
        return JSONDocument(bytes: bytes, tokens: scanner.tokens)
    }

    private mutating func scanDocument() throws(JSONError) {
        guard isUTF8 else { throw .invalidUTF8 }
        skipBlanks()
        guard let first = peek else { throw .unexpectedEnd }
        // A separate error, only for the log.
        guard first == UInt8(ascii: "{") else { throw .notAnObject }
        try scanObject()
        skipBlanks()
        guard position == bytes.count else { throw .trailingBytes(offset: position) }
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

    /// Records a value that began at `start` and ends here.
    private mutating func note(_ kind: JSONValue.Kind, from start: Int, isPlain: Bool = false) {
        tokens.append(.init(kind: kind, isPlain: isPlain, range: start..<position, next: tokens.count + 1))
    }

    /// Records an object or array whose values follow, and returns its token index.
    private mutating func open(_ kind: JSONValue.Kind) throws(JSONError) -> Int {
        depth += 1
        guard depth <= depthLimit else { throw .tooDeep }
        note(kind, from: position)
        position += 1
        skipBlanks()
        return tokens.count - 1
    }

    private mutating func close(_ token: Int) {
        depth -= 1
        tokens[token].range = tokens[token].range.lowerBound..<position
        tokens[token].next = tokens.count
    }

    private mutating func scanValue() throws(JSONError) {
        let start = position
        switch peek {
        case UInt8(ascii: "{"): try scanObject()
        case UInt8(ascii: "["): try scanArray()
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "t"):
            try scanWord("true")
            note(.bool(true), from: start)
        case UInt8(ascii: "f"):
            try scanWord("false")
            note(.bool(false), from: start)
        case UInt8(ascii: "n"):
            try scanWord("null")
            note(.null, from: start)
        default:
            try scanNumber()
            note(.number, from: start)
        }
    }

    private mutating func scanObject() throws(JSONError) {
        let object = try open(.object)
        var names: Set<String> = []
        if !accept(UInt8(ascii: "}")) {
            repeat {
                skipBlanks()
                let name = tokens.count
                try scanString()
                // Names compare by canonical equivalence, as Swift strings and dictionary keys do.
                let text = tokens[name].text(in: bytes)
                guard names.insert(text).inserted else { throw .duplicateMember(text) }
                skipBlanks()
                try expect(UInt8(ascii: ":"))
                skipBlanks()
                try scanValue()
                skipBlanks()
            } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        }
        close(object)
    }

    private mutating func scanArray() throws(JSONError) {
        let array = try open(.array)
        if !accept(UInt8(ascii: "]")) {
            repeat {
                skipBlanks()
                try scanValue()
                skipBlanks()
            } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"))
        }
        close(array)
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
        let start = position
        try expect(UInt8(ascii: "\""))
        var isPlain = true
        var mayHaveMarks = false
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                note(.string, from: start, isPlain: isPlain)
                if mayHaveMarks, position - start > JSONString.harmlessLength {
                    guard JSONString.isComparable(tokens[tokens.count - 1].text(in: bytes)) else {
                        throw .tooManyMarks(offset: start)
                    }
                }
                return
            case UInt8(ascii: "\\"):
                isPlain = false
                position += 1
                if peek == UInt8(ascii: "u") { mayHaveMarks = true }
                try scanEscape()
            case 0..<0x20: throw failure
            default:
                if byte >= 0x80 { (isPlain, mayHaveMarks) = (false, true) }
                position += 1
            }
        }
        throw .unexpectedEnd
    }

    private mutating func scanEscape() throws(JSONError) {
        guard let byte = peek else { throw .unexpectedEnd }
        if byte != UInt8(ascii: "u") {
            guard JSONString.meaning(ofEscape: byte) != nil else { throw failure }
            position += 1
            return
        }
        let start = position - 1
        let unit = try scanCodeUnit()
        // An unpaired surrogate is grammatical but is no character, and readers differ on it.
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
