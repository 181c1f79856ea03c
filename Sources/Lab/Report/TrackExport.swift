package import LocationModel
import UserInput
import Varlink

/// A writer of fixes and marked places in a form that maps and other programs read.
package struct TrackExport {
    package enum Form: String, CaseIterable, Sendable {
        case gpx
        case geojson
        case kml
    }

    private let form: Form
    private let title: String
    private var segments: [[String]] = []
    private var lastTime: UTCInstant?

    /// Marked places, such as significant changes or visits.
    private var marks: [String] = []

    package init(_ form: Form, title: String) {
        self.form = form
        self.title = title
    }

    /// Adds a fix; the time that it was seen divides the ways, and only a time of its own is written.
    package mutating func add(_ fix: Fix, at time: UTCInstant) {
        if lastTime.map({ $0.duration(to: time) > DayShape.gap }) ?? true { segments.append([]) }
        lastTime = time
        segments[segments.count - 1].append(point(fix))
    }

    package mutating func mark(_ name: String, _ words: String, at place: Coordinate, _ time: UTCInstant?) {
        let (latitude, longitude) = place.degrees(places: 7)
        switch form {
        case .gpx:
            let time = time.map { "<time>\($0)</time>" } ?? ""
            marks.append(
                #"<wpt lat="\#(latitude)" lon="\#(longitude)">\#(time)<name>\#(name.escaped)</name><desc>\#(words.escaped)</desc></wpt>"#
            )
        case .geojson:
            let time = time.map { #","time":"\#($0)""# } ?? ""
            marks.append(
                #"{"type":"Feature","properties":{"name":\#(name.quoted),"desc":\#(words.quoted)\#(time)},"#
                    + #""geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
            )
        case .kml:
            let time = time.map { "<TimeStamp><when>\($0)</when></TimeStamp>" } ?? ""
            marks.append(
                "<Placemark><name>\(name.escaped)</name><description>\(words.escaped)</description>\(time)"
                    + "<Point><coordinates>\(longitude),\(latitude)</coordinates></Point></Placemark>"
            )
        }
    }

    package var text: String {
        switch form {
        case .gpx: gpx
        case .geojson: geoJSON
        case .kml: kml
        }
    }

    private func point(_ fix: Fix) -> String {
        let (latitude, longitude) = fix.coordinate.degrees(places: 7)
        switch form {
        case .gpx:
            let height = fix.altitudeMeters.map { "<ele>\($0.drawn)</ele>" } ?? ""
            let time = fix.time.map { "<time>\($0)</time>" } ?? ""
            return #"<trkpt lat="\#(latitude)" lon="\#(longitude)">\#(height)\#(time)</trkpt>"#
        case .geojson: return "[\(longitude),\(latitude)]"
        case .kml: return "\(longitude),\(latitude),\((fix.altitudeMeters ?? 0).drawn)"
        }
    }

    private var gpx: String {
        let parts = segments.map { "<trkseg>\n\($0.joined(separator: "\n"))\n</trkseg>" }
        let track = parts.isEmpty ? [] : ["<trk><name>\(title.escaped)</name>"] + parts + ["</trk>"]
        let lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<gpx version="1.1" creator="waymark" xmlns="http://www.topografix.com/GPX/1/1">"#,
            "<metadata><name>\(title.escaped)</name></metadata>",
        ]
        return (lines + marks + track + ["</gpx>", ""]).joined(separator: "\n")
    }

    /// The ways as texts; a line needs two points.
    private func lines(_ separator: String) -> [String] {
        segments.filter { $0.count > 1 }.map { $0.joined(separator: separator) }
    }

    private var geoJSON: String {
        let ways = lines(",").map { way in
            #"{"type":"Feature","properties":{"name":\#(title.quoted)},"geometry":{"type":"LineString","coordinates":[\#(way)]}}"#
        }
        let features = (marks + ways).joined(separator: ",\n")
        return #"{"type":"FeatureCollection","features":["# + features + "]}\n"
    }

    private var kml: String {
        let ways = lines(" ").map { way in
            "<Placemark><name>\(title.escaped)</name><LineString><tessellate>1</tessellate><coordinates>\(way)</coordinates></LineString></Placemark>"
        }
        let lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<kml xmlns="http://www.opengis.net/kml/2.2">"#,
            "<Document><name>\(title.escaped)</name>",
        ]
        return (lines + marks + ways + ["</Document></kml>", ""]).joined(separator: "\n")
    }
}

extension Coordinate {
    /// Returns latitude and longitude in degrees; seven decimal places are a centimetre.
    func degrees(places: Int) -> (latitude: String, longitude: String) {
        (latitudeDegrees.text(places: places), longitudeDegrees.text(places: places))
    }
}

extension String {
    /// The text as a string of JSON, without control characters.
    fileprivate var quoted: String { String(decoding: harmless.json, as: UTF8.self) }
}
