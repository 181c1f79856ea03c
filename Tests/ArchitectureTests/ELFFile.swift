/// The list of libraries that a 64-bit ELF file is linked with.
///
/// It is parsed here because `readelf` may not be installed. Layout: System V ABI, chapters 4 and 5.
struct ELFFile {
    /// Why it is not a valid ELF file.
    struct Malformed: Error {}

    /// The shared libraries it needs.
    let neededLibraries: [String]

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
        let dynamicType = 6
        guard let dynamic = try sections.first(where: { try number(at: $0 + 4, 4) == dynamicType }) else {
            throw Malformed()
        }
        let strings = try number(at: sections[try number(at: dynamic + 40, 4)] + 24, 8)
        let entries = try number(at: dynamic + 24, 8)
        let neededTag = 1
        neededLibraries = try stride(from: entries, to: entries + number(at: dynamic + 32, 8), by: 16)
            .filter { try number(at: $0, 8) == neededTag }
            .map { entry in
                let name = strings + (try number(at: entry + 8, 8))
                return String(decoding: bytes[name...].prefix { $0 != 0 }, as: UTF8.self)
            }
    }
}
