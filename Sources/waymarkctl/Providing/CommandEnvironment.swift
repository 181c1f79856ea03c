import CommandLineTool
import LinuxSystem
import LocationModel
import Varlink
import WaymarkInterfaces

/// The variables by which a command learns what a timeline is wanted for, and where the machine is.
enum CommandEnvironment {
    /// The variables of a request: those that are absent are unset.
    static func variables(of request: ProvidedRequest, app: String) -> [(
        name: String, value: String?
    )] {
        let (kind, family, configuration, reason) =
            switch request {
            case .timeline(let reload):
                (reload.kind, reload.family, reload.configuration, reload.reason.rawValue)
            case .snapshot(let snapshot):
                (snapshot.kind, snapshot.family, snapshot.configuration, "snapshot")
            }
        let reload: WidgetsInterface.Reload? = if case .timeline(let reload) = request { reload } else { nil }
        let place = reload?.location
        return [
            ("WAYMARK_APP", app),
            ("WAYMARK_KIND", kind),
            ("WAYMARK_WIDGET", request.widget),
            ("WAYMARK_FAMILY", family.rawValue),
            ("WAYMARK_CONFIGURATION", configuration.text),
            ("WAYMARK_REASON", reason),
            ("WAYMARK_DEADLINE", request.deadline),
            ("WAYMARK_LATITUDE", place.map { $0.coordinate.latitudeDegrees.decimal(.place) }),
            ("WAYMARK_LONGITUDE", place.map { $0.coordinate.longitudeDegrees.decimal(.place) }),
            ("WAYMARK_ACCURACY", place?.horizontalAccuracyMeters?.decimal(.length)),
            ("WAYMARK_AGE", place?.age.inSeconds.decimal(.dilution)),
            ("WAYMARK_ALTITUDE", place?.altitudeMeters?.decimal(.length)),
            ("WAYMARK_SPEED", place?.speedMetersPerSecond?.decimal(.speed)),
            ("WAYMARK_COURSE", place?.courseDegrees?.decimal(.angle)),
            ("WAYMARK_SOURCE", place?.source.rawValue),
            ("WAYMARK_ABSENCE", reload?.locationAbsence?.rawValue),
            ("WAYMARK_ABSENCE_TEXT", reload?.unknownLocation?.text),
        ]
    }

    static func environment(for request: ProvidedRequest, app: String) -> [String] {
        environment(variables(of: request, app: app))
    }

    /// Returns the environment of this process with these variables, of which those without a value are unset.
    static func environment(_ variables: [(name: String, value: String?)]) -> [String] {
        let names = Set(variables.map(\.name))
        return Environment.all.filter { !names.contains(String($0.prefix { $0 != "=" })) }
            + variables.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } }
    }
}
