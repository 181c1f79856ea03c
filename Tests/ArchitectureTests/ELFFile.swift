/// What a 64-bit ELF file is linked with.
///
/// It is parsed here because `readelf` may not be installed. Layout: System V ABI, chapters 4 and 5.
struct ELFFile {
    struct Malformed: Error {}

    let neededLibraries: [String]
    let imports: Set<String>

    init(_ bytes: [UInt8]) throws {
        // Class 2 is 64 bits, data 1 is little-endian.
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Malformed() }
        func number(at offset: Int, _ size: Int) throws -> Int {
            guard offset >= 0, offset + size <= bytes.count else { throw Malformed() }
            return bytes[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let table = try number(at: 0x28, 8)
        let (size, count) = (try number(at: 0x3A, 2), try number(at: 0x3C, 2))
        let sections = (0..<count).map { table + $0 * size }
        let (dynamicType, symbolType) = (6, 11)
        guard let dynamic = try sections.first(where: { try number(at: $0 + 4, 4) == dynamicType }),
            let symbols = try sections.first(where: { try number(at: $0 + 4, 4) == symbolType })
        else { throw Malformed() }
        let strings = try number(at: sections[try number(at: dynamic + 40, 4)] + 24, 8)
        func text(at offset: Int) -> String {
            String(decoding: bytes[(strings + offset)...].prefix { $0 != 0 }, as: UTF8.self)
        }
        let entries = try number(at: dynamic + 24, 8)
        let neededTag = 1
        neededLibraries = try stride(from: entries, to: entries + number(at: dynamic + 32, 8), by: 16)
            .filter { try number(at: $0, 8) == neededTag }
            .map { text(at: try number(at: $0 + 8, 8)) }
        // A symbol that is in no section of this file is another's.
        let first = try number(at: symbols + 24, 8)
        imports = Set(
            try stride(from: first, to: first + number(at: symbols + 32, 8), by: 24)
                .filter { try number(at: $0 + 6, 2) == 0 }
                .map { text(at: try number(at: $0, 4)) }
        )
    }
}
