import RouteSimulator

/// Sentences of each type, damaged at random.
enum SentenceMutants {
    private static let sentences = [
        "GNGGA,021417.00,3725.58362,N,12205.61915,W,5,12,0.76,4.4,M,-30.0,M,0.0,2000",
        "GPRMC,222437.000,A,2734.33926,S,15305.44310,E,33.9,157.8,030308,11.2,W,A",
        "GNGNS,213712.000,4111.59903,N,11156.54809,W,ADNN,13,0.93,01482.5,-016.5,,",
        "GPGLL,2734.33926,S,15305.44310,E,222437.000,A,A",
        "GNVTG,65.13,T,52.07,M,0.028,N,0.053,K,D",
        "GNGSA,A,3,17,02,06,28,12,13,15,24,19,,,,1.48,0.76,1.27,1",
        "GPGST,235959.69,0.50,0.225,0.183,2,0.225,0.183,0.465",
        "GPGBS,194926.00,3.0,1.9,4.2,,,,",
        "GPZDA,000000.69,06,12,2018,,",
        "HEHDT,274.07,T",
        "HCHDG,98.3,2.0,E,12.6,W",
        "HCHDM,238.5,M",
        "GNTHS,77.52,E",
        "GPDTM,999,,0.08,N,0.07,E,-47.7,W84",
        "PGRME,9.2,M,15.0,M,12.6,M",
        "PSRFEPE,222437.000,A,1.2,5.77,12.97,1.2,180.0",
        "PUBX,00,222437.00,2734.33926,S,15305.44310,E,50.0,D3,1.5,2.0,1.0,2.0,0,,0.9,1.1,0.7,9,0,0",
    ].map { [UInt8]($0.utf8) }

    /// Returns one of the sentences with a few bytes replaced, doubled or removed, often with a valid checksum.
    static func next(_ generator: inout SeededGenerator) -> [UInt8] {
        let interesting = [UInt8]("0199-.,*$\n\rNSEW".utf8) + [0, 255]
        var body = sentences.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let index = Int.random(in: 0..<max(1, body.count), using: &generator)
            guard index < body.count else { continue }
            switch Int.random(in: 0...4, using: &generator) {
            case 0: body[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: body.remove(at: index)
            case 2: body.insert(body[index], at: index)
            case 3: body.removeLast(body.count - index)
            default: body[index] = interesting.randomElement(using: &generator) ?? 0
            }
        }
        let isSealed = Int.random(in: 0...9, using: &generator) > 0
        let checksum = isSealed ? body.reduce(0, ^) : 0
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        let end = [
            UInt8(ascii: "*"), digits[Int(checksum >> 4)], digits[Int(checksum & 15)], UInt8(ascii: "\n"),
        ]
        return [UInt8(ascii: "$")] + body + end
    }
}
