/// Returns a GGA and an RMC of one position for each second.
package func sentences(_ seconds: ClosedRange<Int>, latitude: String = "4759.91000") -> String {
    seconds.map { epoch($0, latitude: latitude) }.joined()
}

/// Returns a GGA and an RMC of one second after 06:30 on 12 May 2026, up to an hour and a half later.
package func epoch(_ second: Int, latitude: String = "4759.91000") -> String {
    let minutes = 390 + second / 60
    let time = padded(minutes / 60) + padded(minutes % 60) + padded(second % 60) + ".00"
    let position = "\(latitude),N,00749.74000,E"
    return sentence("GPGGA,\(time),\(position),1,09,0.90,262.0,M,47.8,M,,")
        + sentence("GPRMC,\(time),A,\(position),19.438,84.40,120526,,,A")
}

/// Returns a sentence with its checksum and line ending.
package func sentence(_ body: String) -> String {
    let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

/// Returns at least two digits.
package func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
