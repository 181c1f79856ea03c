import LocationModel
import Receivers
import Varlink

/// A phone's location history as Google exports it.
///
///     {"locations":[{"latitudeE7":479985000,"longitudeE7":78290000,"accuracy":12,"timestamp":"2026-05-12T06:30:00Z"},…]}
///     {"semanticSegments":[{"timelinePath":[{"point":"47.99°, 7.82°","time":"…"}]},…],
///      "rawSignals":[{"position":{"LatLng":"47.99°, 7.82°","accuracyMeters":3,"timestamp":"…"}},…]}
///     [{"startTime":"…","timelinePath":[{"point":"geo:47.99,7.82","durationMinutesOffsetFromStartTime":"4"}]},…]
///
/// The first is `Records.json`, the second Android's export, the third that of iOS. Times of a path may be
/// minutes after its start. Paths and signals of one phone are played in one order, that of their times.
///
/// Such a file can have a gigabyte, and the project's scanner needs a whole text. So this finds the elements of the
/// outermost object's arrays by their brackets and strings, and gives each to the scanner, which checks it strictly.
final class GoogleHistory: TrackFormat {
    static let kind = RecordingForm.Kind.googleHistory

    /// The first members of a location history: of `Records.json`, and of `Timeline.json`.
    private static let firstMembers = ["locations", "semanticSegments", "rawSignals", "userLocationProfile"]

    /// The first members of the segments that iOS exports as an array.
    private static let segmentMembers = ["startTime", "endTime", "timelinePath", "visit", "activity"]

    private static let arrays = ["locations", "semanticSegments", "rawSignals"]

    /// The longest element; it has a few hundred bytes, and a day's path some thousand.
    private static let longestElement = 1 << 20
    private static let depthLimit = 64

    /// The number of points of paths that are kept until the signals of their time are read: some five megabytes.
    private static let keptPoints = 50_000

    private var line = 1
    private var open: [UInt8] = []
    private var hasEnded = false
    private var isInString = false
    private var isEscaped = false

    /// The last string that the outermost object contains directly.
    private var name: [UInt8] = []
    private var isWanted = false

    /// Whether the text is an array of elements, and not an object with arrays.
    private var isList = false

    /// The points of the first of two arrays, in order, and how many of them were played.
    private var kept: [(point: TextPoint, line: Int)] = []
    private var played = 0
    private var keptArray: [UInt8] = []

    /// The element that is being read, with its line.
    private var element: [UInt8] = []
    private var elementLine: Int?
    private var tooLong = 0
    private var points = PointCounts()

    init(isUTF8: Bool) {}

    static func isBeginning(_ text: ArraySlice<UInt8>) throws(RecordingProblem) -> Bool {
        guard let name = firstName(in: text) else { return false }
        guard name != "timelineObjects" else {
            throw .unsupported(
                "a semantic location history of Google Takeout; its export has the positions in Records.json"
            )
        }
        return (text.first == UInt8(ascii: "[") ? segmentMembers : firstMembers).contains(name)
    }

    /// The name of the first member of an object, or of a list's first object; `nil` if there is none, or not all of it.
    private static func firstName(in text: ArraySlice<UInt8>) -> String? {
        var rest = text
        for mark in text.first == UInt8(ascii: "[") ? "[{\"".utf8 : "{\"".utf8 {
            guard rest.first == mark else { return nil }
            rest = rest.dropFirst().drop { "\t\n\r ".utf8.contains($0) }
        }
        let name = rest.prefix { $0 != UInt8(ascii: "\"") }
        guard name.count <= 32, name.endIndex < rest.endIndex else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    var counts: [RecordingCount] { points.all + [RecordingCount(tooLong, "elements without end")] }
    var remark: String? { points.remark }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        do throws(RecordingProblem) {
            try read(bytes, emit)
        } catch {
            playKept(until: nil, emit)
            throw error
        }
    }

    private func read(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        for index in bytes.indices {
            let byte = bytes[index]
            // A byte order mark of UTF-8 may come first.
            if open.isEmpty, !hasEnded, [0xEF, 0xBB, 0xBF].contains(byte) { continue }
            try read(byte, emit)
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
    }

    func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        playKept(until: nil, emit)
        guard hasEnded else { throw .invalid("JSON", line: line, reason: "it ends too soon") }
    }

    private func read(_ byte: UInt8, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        if elementLine != nil, element.count <= Self.longestElement { element.append(byte) }
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return
            }
            if open.count == 1, name.count < 32 { name.append(byte) }
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            if open.count == 1 { name = [] }
        case UInt8(ascii: "{"), UInt8(ascii: "["): try begin(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try end(byte, emit)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): break
        default:
            guard !open.isEmpty else {
                throw .invalid("JSON", line: line, reason: "something is outside of the object")
            }
        }
    }

    private func begin(_ bracket: UInt8) throws(RecordingProblem) {
        guard !hasEnded else {
            throw .invalid("JSON", line: line, reason: "something is outside of the object")
        }
        guard open.count < Self.depthLimit else {
            throw .invalid("JSON", line: line, reason: "it is nested too deep")
        }
        open.append(bracket)
        let isArray = bracket == UInt8(ascii: "[")
        if open.count == 1 { isList = isArray }
        if open.count == 2 {
            isWanted = isList || isArray && Self.arrays.contains(String(decoding: name, as: UTF8.self))
        }
        if open.count == (isList ? 2 : 3), isWanted, !isArray { (elementLine, element) = (line, [bracket]) }
    }

    private func end(_ bracket: UInt8, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        // Each closing bracket follows its opening one by two in ASCII.
        guard let last = open.popLast(), last + 2 == bracket else {
            throw .invalid("JSON", line: line, reason: "a bracket is closed that was not opened")
        }
        hasEnded = open.isEmpty
        guard open.count == (isList ? 1 : 2), let begun = elementLine else { return }
        elementLine = nil
        guard element.count <= Self.longestElement else {
            tooLong += 1
            return
        }
        let object: JSONObject
        do throws(JSONError) { object = try JSONObject(element, depthLimit: Self.depthLimit) } catch {
            throw .invalid("JSON", line: begun, reason: "what begins here is not valid JSON")
        }
        for point in object.points { play(point, inLine: begun, emit) }
    }

    /// Plays a point after those of the other array that are earlier.
    private func play(_ point: TextPoint, inLine line: Int, _ emit: (RecordedItem) -> Void) {
        guard let time = point.time, !isList, name != Array("locations".utf8) else {
            return points.record(point, inLine: line, emit)
        }
        if keptArray.isEmpty { keptArray = name }
        guard name == keptArray else {
            playKept(until: time, emit)
            return points.record(point, inLine: line, emit)
        }
        kept.append((point, line))
        if kept.count - played > Self.keptPoints { playFirst(emit) }
    }

    private func playKept(until time: UTCInstant?, _ emit: (RecordedItem) -> Void) {
        while played < kept.count {
            if let time, let next = kept[played].point.time, next > time { return }
            playFirst(emit)
        }
        kept = []
        played = 0
    }

    private func playFirst(_ emit: (RecordedItem) -> Void) {
        points.record(kept[played].point, inLine: kept[played].line, emit)
        played += 1
        if played > 4096 {
            kept.removeFirst(played)
            played = 0
        }
    }
}

extension JSONObject {
    /// The locations in an element of a location history.
    fileprivate var points: [TextPoint] {
        if let position = self["position"].flatMap({ JSONObject($0) }) {
            var point = TextPoint(position["LatLng"]?.text, position["timestamp"]?.text)
            point.accuracyMeters = position.number("accuracyMeters")
            point.speedMetersPerSecond = position.number("speedMetersPerSecond")
            return [point]
        }
        if let path = self["timelinePath"] {
            let start = self["startTime"]?.text.flatMap { UTCInstant($0) }
            let steps = path.elements?.map { JSONObject($0) } ?? [nil]
            return steps.map { $0?.pathPoint(after: start) ?? TextPoint() }
        }
        // Elements of the other arrays, such as scans of networks, have no location of the phone.
        guard self["latitudeE7"] != nil || self["timestampMs"] != nil || self["timestamp"] != nil else {
            return []
        }
        var point = TextPoint()
        point.latitude = degrees("latitudeE7")
        point.longitude = degrees("longitudeE7")
        point.time =
            self["timestamp"]?.text.flatMap { UTCInstant($0) }
            ?? self["timestampMs"]?.text.flatMap { UTCInstant(millisecondsSince1970: $0) }
        point.accuracyMeters = number("accuracy")
        point.speedMetersPerSecond = number("velocity")
        point.courseDegrees = number("heading")
        return [point]
    }

    /// A point of a path, which may have the minutes after the path's start instead of a time.
    private func pathPoint(after start: UTCInstant?) -> TextPoint {
        var point = TextPoint(self["point"]?.text, self["time"]?.text)
        let offset = "durationMinutesOffsetFromStartTime"
        let minutes = self[offset]?.text.flatMap { Double($0) } ?? number(offset)
        if point.time == nil, let start, let minutes, minutes.isFinite {
            point.time = start.advanced(by: Duration(clamping: minutes * 60))
        }
        return point
    }

    private func number(_ name: String) -> Double? { self[name].flatMap { try? Double(reading: $0) } }

    /// An angle in units of 1e-7 degrees; old exports write negative ones as 32 bits without a sign.
    private func degrees(_ name: String) -> Double? {
        number(name).map { ($0 > 1_800_000_000 ? $0 - 4_294_967_296 : $0) / 1e7 }
    }
}

extension TextPoint {
    /// Reads `47.9985°, 7.8290°` or `geo:47.9985,7.8290`, and a time.
    fileprivate init(_ place: String?, _ time: String?) {
        var place = place ?? ""
        if place.hasPrefix("geo:") { place.removeFirst(4) }
        let angles = place.split(separator: ",").map { angle in
            Double(String(angle.filter { $0 != "°" && $0 != " " }))
        }
        if angles.count == 2 { (latitude, longitude) = (angles[0], angles[1]) }
        self.time = time.flatMap { UTCInstant($0) }
    }
}
