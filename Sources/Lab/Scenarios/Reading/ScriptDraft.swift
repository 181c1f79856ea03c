import LocationModel
import UserInput
import WaymarkEngine

/// A scenario while its file is read.
struct ScriptDraft {
    /// A step that happens each day at a local time.
    struct Daily {
        var secondsOfDay: Int
        var step: ScenarioScript.Step
    }

    static let person = UserIdentifier(1000)

    let surroundings: Surroundings
    let folder: String
    var drive: DriveDraft

    /// The line in which each key of the drive was first given.
    var driveLines: [String: Int] = [:]

    var zone: String?
    var offset: (UTCInstant) -> Int = { _ in 0 }
    var start: UTCInstant?

    /// The time of the first fix of the first recording.
    var recordedStart: UTCInstant?
    var assignments: [(key: String, value: String)] = []
    var settings = EngineSettings()
    var places: [String: Coordinate] = [:]
    var origin: Coordinate?
    var sources: [ScenarioScript.Source] = []
    var beacons: [ScenarioScript.Beacon] = []
    var apps: [ScenarioScript.App] = []
    var widgets: [String] = []
    var steps: [ScenarioScript.Step] = []
    var daily: [Daily] = []

    /// The time of the line that is read, since the beginning; `nil` before the first line with a time.
    var time: Duration?

    var isOver = false

    init(folder: String, surroundings: Surroundings) {
        self.surroundings = surroundings
        self.folder = folder
        drive = DriveDraft { surroundings.readTrack(Self.path($0, in: folder)) }
    }

    /// Returns a path, from the folder of the scenario unless it is absolute.
    func path(_ text: String) -> String { Self.path(text, in: folder) }

    private static func path(_ text: String, in folder: String) -> String {
        text.hasPrefix("/") ? text : folder + text
    }

    var beginning: UTCInstant { start ?? drive.start ?? recordedStart ?? Scenario.defaultStart }

    // MARK: Names

    func app(_ line: inout ScenarioLine) throws(LineMistake) -> Int {
        try name(&line, among: apps.map(\.name), "an app", "declare it with 'app NAME IDENTIFIER'")
    }

    func key(_ line: inout ScenarioLine) throws(LineMistake) -> AppKey { apps[try app(&line)].key }

    func kind(_ line: inout ScenarioLine, of app: Int) throws(LineMistake) -> WidgetKind {
        let kinds = apps[app].kinds.keys.sorted { $0.rawValue < $1.rawValue }
        let (names, what) = (kinds.map(\.rawValue), "a kind of \(apps[app].name)")
        return kinds[try name(&line, among: names, what, "declare it with 'kinds'")]
    }

    /// Reads an app whose provider is started on demand.
    func program(_ line: inout ScenarioLine) throws(LineMistake) -> Int {
        let programs = apps.indices.filter { apps[$0].isStartedOnDemand }
        let (names, what) = (programs.map { apps[$0].name }, "an app whose provider is started on demand")
        return programs[try name(&line, among: names, what, "declare it with 'program APP'")]
    }

    func widget(_ line: inout ScenarioLine) throws(LineMistake) -> Int {
        try name(&line, among: widgets, "a widget", "add it with 'add NAME APP KIND'")
    }

    func widgets(_ line: inout ScenarioLine, until keyword: String = "") throws(LineMistake) -> [Int] {
        var found = [try widget(&line)]
        while let next = line.next, next.text != keyword { found.append(try widget(&line)) }
        return found
    }

    /// Reads beacons: the name of one, or `UUID[,MAJOR[,MINOR]]`.
    func beaconCondition(_ line: inout ScenarioLine) throws(LineMistake) -> BeaconCondition {
        let text = line.next?.text ?? ""
        let named = (beacons.first { $0.name == text }?.identity).map {
            BeaconCondition(uuid: $0.uuid, major: $0.major, minor: $0.minor)
        }
        guard let condition = named ?? BeaconCondition(text: text) else {
            let names = beacons.map(\.name)
            throw line.mistake("beacons: UUID[,MAJOR[,MINOR]], or the name of a beacon", among: names)
        }
        _ = line.skip(text)
        return condition
    }

    /// All receivers: where none is declared, that of the simulated drive, or one that knows where the machine is.
    var receivers: [ScenarioScript.Source] {
        guard sources.isEmpty else { return sources }
        if drive.route != nil { return [.init(name: "gps", kind: .route)] }
        guard origin != nil else { return [] }
        return [.init(name: "gps", kind: .machine(accuracyMeters: 5, interval: .seconds(1)))]
    }

    func source(_ line: inout ScenarioLine) throws(LineMistake) -> Int {
        try name(
            &line,
            among: receivers.map(\.name),
            "a receiver",
            "there is one with 'machine at PLACE' before the first line with a time"
        )
    }

    /// Reads a place: degrees, metres from the origin, or a name.
    func place(_ line: inout ScenarioLine) throws(LineMistake) -> Coordinate {
        let form = "a place: LATITUDE,LONGITUDE, EASTm,NORTHm from where the machine begins, or a name"
        guard let next = line.next else { throw line.mistake(form) }
        var known = places[next.text]
        if known == nil, let point = ScenarioValue.offset(next.text)?.point {
            guard let origin else {
                throw .expected("'machine at LATITUDE,LONGITUDE' before a place in metres", at: next.column)
            }
            known = origin.offset(eastMeters: point.eastMeters, northMeters: point.northMeters)
        }
        guard let place = known ?? ScenarioValue.waypoint(next.text)?.coordinate else {
            throw line.mistake(form, among: Array(places.keys))
        }
        _ = line.skip(next.text)
        return place
    }

    private func name(
        _ line: inout ScenarioLine,
        among names: [String],
        _ what: String,
        _ remedy: String
    ) throws(LineMistake) -> Int {
        guard let next = line.next, let index = names.firstIndex(of: next.text) else {
            throw line.mistake(
                names.isEmpty ? "\(what); \(remedy)" : "\(what): \(names.joined(separator: ", "))",
                among: names
            )
        }
        _ = line.skip(next.text)
        return index
    }

    // MARK: Times

    func instant(date: String, time: String) -> UTCInstant? {
        let seconds = time.count == 5 ? "\(time):00" : time
        guard seconds.count == 8, let shown = UTCInstant("\(date)T\(seconds)Z") else { return nil }
        // The offset at the guess is right but for the hours beside a change; one correction is enough.
        let guess = shown.advanced(by: .seconds(-offset(shown)))
        return shown.advanced(by: .seconds(-offset(guess)))
    }

    /// Returns the local date of an instant, or of the day that is this many days later.
    private func date(of instant: UTCInstant, laterBy days: Int = 0) -> String {
        let midnight = instant.advanced(by: .seconds(offset(instant))).date.midnight
        return String(midnight.advanced(by: .seconds(days * 86_400)).description.prefix(10))
    }

    /// Returns the next instant, not before `earlier`, at which local clocks show a time of day.
    func next(_ time: String, notBefore earlier: UTCInstant) -> UTCInstant? {
        guard let today = instant(date: date(of: earlier), time: time) else { return nil }
        return today >= earlier ? today : instant(date: date(of: earlier, laterBy: 1), time: time)
    }
}
