/// Sentences of one position, a second for each number: a GGA and an RMC.
func sentences(_ seconds: ClosedRange<Int>, latitude: String = "4759.91000") -> String {
    seconds.map { epoch($0, latitude: latitude) }.joined()
}

/// The sentences of one second after 06:30:00.
func epoch(_ second: Int, latitude: String = "4759.91000") -> String {
    let time = "06" + padded(30 + second / 60) + padded(second % 60) + ".00"
    let position = "\(latitude),N,00749.74000,E"
    return sentence("GPGGA,\(time),\(position),1,09,0.90,262.0,M,47.8,M,,")
        + sentence("GPRMC,\(time),A,\(position),19.438,84.40,120526,,,A")
}

/// A sentence with its checksum and line end.
func sentence(_ body: String) -> String {
    let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
