package import LocationModel
import UserInput
import Varlink

/// Writes fixes and marked places in a form that maps and other programs read.
package struct TrackExport {
    package enum Form: String, CaseIterable, Sendable {
        case gpx
        case geojson
        case kml
    }

    /// A marked place, such as a significant change or a visit.
    private struct Mark {
        let name: String
        let words: String
        let latitude: String
        let longitude: String
        let time: UTCInstant?
    }

    private let form: Form
    private let title: String
    private var segments: [[String]] = []
    private var lastTime: UTCInstant?
    private var marks: [Mark] = []

    package init(_ form: Form, title: String) {
        self.form = form
        self.title = title
    }

    package mutating func add(_ fix: Fix, at time: UTCInstant) {
        if lastTime.map({ $0.duration(to: time) > DayShape.gap }) ?? true { segments.append([]) }
        lastTime = time
        segments[segments.count - 1].append(point(fix, time))
    }

    package mutating func mark(
        _ name: String,
        _ words: String,
        at coordinate: Coordinate,
        _ time: UTCInstant?
    ) {
        let (latitude, longitude) = Self.degrees(coordinate)
        marks.append(
            Mark(name: name, words: words, latitude: latitude, longitude: longitude, time: time)
        )
    }

    package var text: String {
        switch form {
        case .gpx: gpx
        case .geojson: geoJSON
        case .kml: kml
        }
    }

    private func point(_ fix: Fix, _ time: UTCInstant) -> String {
        let (latitude, longitude) = Self.degrees(fix.coordinate)
        switch form {
        case .gpx:
            let height = fix.altitudeMeters.map { "<ele>\($0.drawn)</ele>" } ?? ""
            return #"<trkpt lat="\#(latitude)" lon="\#(longitude)">\#(height)<time>\#(time)</time></trkpt>"#
        case .geojson: return "[\(longitude),\(latitude)]"
        case .kml: return "\(longitude),\(latitude),\((fix.altitudeMeters ?? 0).drawn)"
        }
    }

    private var gpx: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<gpx version="1.1" creator="waymark" xmlns="http://www.topografix.com/GPX/1/1">"#,
            "<metadata><name>\(title.escaped)</name></metadata>",
        ]
        for mark in marks {
            let time = mark.time.map { "<time>\($0)</time>" } ?? ""
            lines.append(
                #"<wpt lat="\#(mark.latitude)" lon="\#(mark.longitude)">\#(time)<name>\#(mark.name.escaped)</name><desc>\#(mark.words.escaped)</desc></wpt>"#
            )
        }
        if !segments.isEmpty {
            lines.append("<trk><name>\(title.escaped)</name>")
            for segment in segments { lines += ["<trkseg>"] + segment + ["</trkseg>"] }
            lines.append("</trk>")
        }
        return (lines + ["</gpx>", ""]).joined(separator: "\n")
    }

    private var geoJSON: String {
        var features = marks.map { mark in
            let time = mark.time.map { #","time":"\#($0)""# } ?? ""
            return
                #"{"type":"Feature","properties":{"name":\#(mark.name.quoted),"desc":\#(mark.words.quoted)\#(time)},"#
                + #""geometry":{"type":"Point","coordinates":[\#(mark.longitude),\#(mark.latitude)]}}"#
        }
        // A line needs two points.
        for segment in segments where segment.count > 1 {
            features.append(
                #"{"type":"Feature","properties":{"name":\#(title.quoted)},"geometry":{"type":"LineString","coordinates":["#
                    + segment.joined(separator: ",") + "]}}"
            )
        }
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}\n"
    }

    private var kml: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<kml xmlns="http://www.opengis.net/kml/2.2">"#,
            "<Document><name>\(title.escaped)</name>",
        ]
        for mark in marks {
            let time = mark.time.map { "<TimeStamp><when>\($0)</when></TimeStamp>" } ?? ""
            lines.append(
                "<Placemark><name>\(mark.name.escaped)</name><description>\(mark.words.escaped)</description>\(time)"
                    + "<Point><coordinates>\(mark.longitude),\(mark.latitude)</coordinates></Point></Placemark>"
            )
        }
        for segment in segments where segment.count > 1 {
            lines.append(
                "<Placemark><name>\(title.escaped)</name><LineString><tessellate>1</tessellate><coordinates>"
                    + segment.joined(separator: " ") + "</coordinates></LineString></Placemark>"
            )
        }
        return (lines + ["</Document></kml>", ""]).joined(separator: "\n")
    }

    /// Returns latitude and longitude to a centimetre.
    private static func degrees(_ coordinate: Coordinate) -> (latitude: String, longitude: String) {
        (coordinate.latitudeDegrees.text(places: 7), coordinate.longitudeDegrees.text(places: 7))
    }
}

extension String {
    /// The text as a string of JSON, without control characters.
    fileprivate var quoted: String { String(decoding: harmless.json, as: UTF8.self) }
}
