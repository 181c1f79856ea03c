import LinuxSystem

/// Calls `body` with each line of a record, whether it has an end, and the share of the file that is read, from 0 to 1.
func readRecord(
    _ path: String,
    _ body: ([UInt8], _ isWhole: Bool, _ share: Double) throws -> Void
) throws {
    let file = try InputFile(path)
    // Of a pipe, nobody knows how much there will be.
    let size = Double(file.byteCount ?? 0)
    var done = 0
    var carried: [UInt8] = []
    while true {
        let piece = try file.read(upTo: 256 << 10)
        guard !piece.isEmpty else { break }
        done += piece.count
        let share = size > 0 ? Double(done) / size : 0
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            carried += rest[..<end]
            rest = rest[(end + 1)...]
            try body(carried, true, share)
            carried.removeAll(keepingCapacity: true)
        }
        carried += rest
    }
    if !carried.isEmpty { try body(carried, false, 1) }
}
