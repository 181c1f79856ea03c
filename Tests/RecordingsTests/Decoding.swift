import Lab
import LocationModel
import Receivers
import TestSupport

struct Decoded: Equatable {
    var items: [RecordedItem] = []
    var form: RecordingForm?
    var problem: RecordingProblem?
    var counts: [String: Int] = [:]

    var epochs: [RecordedEpoch] { items.compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } } }

    var fixes: [Fix] { epochs.compactMap { if case .fix(let fix) = $0.epoch { fix } else { nil } } }

    var headings: [Heading] {
        items.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }

    init(
        _ bytes: [UInt8],
        size: Int = 1 << 16,
        foreign: [any TrackFormat.Type] = foreignFormats
    ) {
        var decoder = RecordingDecoder(foreign: foreign)
        do throws(RecordingProblem) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                var offset = 0
                var mayHaveMore = true
                while mayHaveMore {
                    mayHaveMore = try decoder.decode(piece.span, from: &offset) { items.append($0) }
                }
            }
            try decoder.finish { items.append($0) }
        } catch { problem = error }
        form = decoder.form
        for count in decoder.counts { counts[count.name] = count.count }
    }

    init(_ text: String, size: Int = 1 << 16) { self.init(Array(text.utf8), size: size) }
}

/// One drive, in every recording format.
enum Drive {
    static let seconds = 0..<40

    private static func latitude(_ second: Int) -> Double { 47.9985 + Double(second) * 0.0001 }

    private static func time(_ second: Int) -> String { "06:30:\(second < 10 ? "0" : "")\(second)" }

    /// Returns the sentences of a second, without line ends.
    static func sentences(_ second: Int, hasDate: Bool = true) -> [String] {
        // From 47 degrees and 59.91 minutes, of which each has 100,000 parts.
        let (degrees, parts) = (287_991_000 + second * 600).quotientAndRemainder(dividingBy: 6_000_000)
        let digits = String(10_000_000 + parts).dropFirst()
        let latitude = "\(degrees)\(digits.prefix(2)).\(digits.dropFirst(2))"
        let lines = epoch(second, latitude: latitude).split(separator: "\r\n").map { String($0) }
        return hasDate ? lines : [lines[0], String(sentence("GPVTG,84.40,T,,M,19.438,N,,K,A").dropLast())]
    }

    static func nmea(hasDate: Bool = true, prefix: (Int) -> String = { _ in "" }) -> String {
        seconds.flatMap { second in sentences(second, hasDate: hasDate).map { prefix(second) + $0 + "\r\n" } }
            .joined()
    }

    static func gpsd(prefix: (Int) -> String = { _ in "" }, mixed: Bool = false) -> String {
        var text =
            prefix(0) + #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
            + prefix(0) + #"{"class":"WATCH","enable":true,"json":true,"nmea":\#(mixed)}"# + "\n"
        for second in seconds {
            if mixed { text += sentences(second).map { prefix(second) + $0 + "\r\n" }.joined() }
            text += """
                \(prefix(second)){"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"uSat":9}
                \(prefix(second)){"class":"TPV","device":"/dev/ttyACM0","mode":3,"status":1,\
                "time":"2026-05-12T\(time(second)).000Z","lat":\(latitude(second)),"lon":7.829,"altMSL":262.0,\
                "geoidSep":47.8,"track":84.4,"speed":10.0,"eph":8.1}

                """
        }
        return text
    }

    static var geolife: String {
        "Geolife trajectory\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,My Track,0,0,2,8421376\r\n0\r\n"
            + seconds.map { "\(latitude($0)),7.829,0,860,46154.27,2026-05-12,\(time($0))\r\n" }.joined()
    }

    static var googleRecords: String {
        let records = seconds.map { second in
            """
            {"latitudeE7": \(Int((latitude(second) * 1e7).rounded())), "longitudeE7": 78290000, "accuracy": 5,
             "velocity": 10, "heading": 84, "activity": [{"activity": [{"type": "IN_VEHICLE \\"]}"}]}],
             "timestamp": "2026-05-12T\(time(second)).000Z"}
            """
        }
        return "{\n  \"locations\": [" + records.joined(separator: ",\n") + "]\n}\n"
    }

    static var googleTimeline: String {
        let (first, rest) = (seconds.prefix(10), seconds.dropFirst(10))
        let path = first.map {
            #"{"point": "\#(latitude($0))°, 7.829°", "time": "2026-05-12T\#(time($0)).000+00:00"}"#
        }
        let signals = rest.map {
            #"{"position": {"LatLng": "\#(latitude($0))°, 7.829°", "accuracyMeters": 5, "source": "GPS", "#
                + #""timestamp": "2026-05-12T\#(time($0)).000+00:00", "speedMetersPerSecond": 10.0}}"#
        }
        return
            #"{"semanticSegments": [{"startTime": "x", "timelinePath": [\#(path.joined(separator: ", "))]}], "#
            + #""rawSignals": [{"wifiScan": {"devicesRecords": [{"mac": 1}]}}, "#
            + signals.joined(separator: ",\n")
            + #"], "userLocationProfile": {"places": [{"label": "HOME"}]}}"#
    }

    static var gnssLogger: String {
        var text =
            "# \n# Header Description:\n#\n# Fix,Provider,LatitudeDegrees,LongitudeDegrees\n#\nRaw,1,2,3,$\n"
        for second in seconds {
            let milliseconds = 1_778_567_400_000 + second * 1000
            text += """
                Fix,GPS,\(latitude(second)),7.829,310.0,10.0,5.0,84.4,\(milliseconds),0.3,12.0,1,,0
                Fix,FLP,48.1,7.829,310.0,10.0,20.0,,\(milliseconds),0.3,12.0,1,,0
                NMEA,$GPGGA,,,,,,0,,,,M,,M,,*66,\(milliseconds)

                """
        }
        return text
    }

    static var gpx: String {
        var text = #"<?xml version="1.0"?><gpx version="1.0"><trk><trkseg>"#
        for second in seconds {
            text += """
                <trkpt lat="\(latitude(second))" lon="7.829"><ele>262.0</ele><time>2026-05-12T\(time(second))Z</time>
                <course>84.4</course><speed>10.0</speed><geoidheight>47.8</geoidheight><fix>3d</fix><sat>9</sat>
                <hdop>0.9</hdop></trkpt>
                """
        }
        return text + "</trkseg></trk></gpx>"
    }
}
