package import LocationModel
package import WaymarkEngine

/// A scenario that was read: the machine, the apps, and the steps with their times.
package struct ScenarioScript {
    package struct App {
        package let name: String
        package var manifest: AppManifest?

        /// The app's identifier for the person.
        package let key: AppKey
        package var kinds: [WidgetKind: KindDeclaration] = [:]

        /// Whether the service has the provider started when something needs it.
        package var isStartedOnDemand = false
    }

    package struct Beacon {
        package let name: String
        package let identity: BeaconIdentity
        package let place: Coordinate
    }

    package struct Source {
        package enum Kind {
            case machine(accuracyMeters: Double, interval: Duration)

            /// Reports the simulated drive, with the errors of a real receiver.
            case route
            case recording(any Receiver)
        }

        package let name: String
        package let kind: Kind
    }

    package struct Step {
        package let time: Duration

        /// The number of the line, from 1.
        package let line: Int

        /// The line without its time.
        package let text: String
        package let action: ScenarioAction
    }

    /// The name of the file without folder and ending.
    package let name: String
    package let path: String
    package let summary: String
    package let start: UTCInstant

    /// The offset of local time from UTC in seconds.
    package let offset: (UTCInstant) -> Int
    package let settings: EngineSettings
    package let drive: Scenario?

    /// The receivers; at least one unless nothing has a place.
    package let sources: [Source]
    package let beacons: [Beacon]
    package let apps: [App]

    /// The names of the widgets, in the order of their first appearance.
    package let widgets: [String]
    package let journey: Journey

    /// In the order of time.
    package let steps: [Step]
}
