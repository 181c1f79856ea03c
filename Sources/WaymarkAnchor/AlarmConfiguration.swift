import Glibc
import LinuxSystem
import LocationModel
import UserInput

struct AlarmConfiguration: Equatable {
    /// The service that makes the noise, started with each alarm and stopped when it is over.
    var unit: UnitName?

    /// The time after which an alarm that lasts is told again.
    var repeatEvery: Duration = .seconds(60)

    /// The time without the service that is an alarm; a restarted service is back sooner.
    var silenceAfter: Duration = .seconds(30)

    static let place = "waymark/waymark-anchor.conf in the person's folder of settings or in /etc"

    /// Reads a file, or with `nil` the person's, else that of the machine, if there is one.
    static func load(_ path: String?) throws(INIError) -> AlarmConfiguration {
        let home =
            Environment.value(of: "XDG_CONFIG_HOME") ?? Environment.value(of: "HOME").map { $0 + "/.config" }
        let usual = [home, "/etc"].compactMap { $0.map { $0 + "/waymark/waymark-anchor.conf" } }
        guard let path = path ?? usual.first(where: { unsafe access($0, F_OK) == 0 }) else { return Self() }
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: 1 << 16)
        } catch { throw INIError(problems: [INIProblem(file: path, reason: .unreadable("\(error)"))]) }
        return try parse(bytes, path: path)
    }

    static func parse(_ bytes: [UInt8], path: String) throws(INIError) -> AlarmConfiguration {
        var reading = INIReading(Self(), of: settings)
        reading.read(bytes, from: path)
        return try reading.result()
    }

    private static let settings = [
        INISetting<Self>("Alarm", "AlarmUnit", accepts: "the name of a service, as in horn.service") {
            text,
            target in
            target.unit = UnitName(text)
            return target.unit.map { $0.isService && !$0.isTemplate } ?? false ? .accepted : .notUnderstood
        },
        .time("Alarm", "RepeatEvery", \.repeatEvery, in: 10...3600),
        .time("Alarm", "SilenceAfter", \.silenceAfter, in: 1...600),
    ]
}
