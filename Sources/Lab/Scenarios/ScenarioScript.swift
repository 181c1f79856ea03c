package import LocationModel
package import RouteSimulator
package import WaymarkEngine

/// A scenario that was read: the machine, the apps, and what happens when.
package struct ScenarioScript {
    /// An app with its provider.
    package struct App {
        /// The name in the scenario.
        package let name: String

        /// The manifest; `nil` for an app without one.
        package var manifest: AppManifest?

        /// The app's identifier for the person.
        package let key: AppKey

        /// The kinds of its provider.
        package var kinds: [WidgetKind: KindDeclaration] = [:]

        /// Whether the service has the provider started when something needs it.
        package var isStartedOnDemand = false
    }

    /// A beacon at its place.
    package struct Beacon {
        /// The name in the scenario.
        package let name: String

        /// What it sends.
        package let identity: BeaconIdentity

        /// Where it is.
        package let place: Coordinate
    }

    /// A receiver of the machine.
    package struct Source {
        /// The kind of receiver.
        package enum Kind {
            /// Reports where the machine is.
            case machine(accuracyMeters: Double, interval: Duration)

            /// Reports the simulated drive, with the errors of a real receiver.
            case route

            /// Plays a recording.
            case recording(any Receiver)
        }

        /// The name in the scenario.
        package let name: String

        /// The kind.
        package let kind: Kind
    }

    /// A line of the scenario with its time.
    package struct Step {
        /// The time since the beginning.
        package let time: Duration

        /// The number of the line, from 1.
        package let line: Int

        /// The line without its time.
        package let text: String

        /// What happens.
        package let action: ScenarioAction
    }

    /// The name of the file without folder and ending.
    package let name: String

    /// The path of the file.
    package let path: String

    /// A one-sentence description.
    package let summary: String

    /// The time of the beginning.
    package let start: UTCInstant

    /// The offset of local time from UTC in seconds.
    package let offset: (UTCInstant) -> Int

    /// The settings at the beginning.
    package let settings: EngineSettings

    /// The simulated drive, if the scenario has a route.
    package let drive: Scenario?

    /// The receivers; at least one unless nothing has a place.
    package let sources: [Source]

    /// The beacons.
    package let beacons: [Beacon]

    /// The apps.
    package let apps: [App]

    /// The names of the widgets, in the order of their first appearance.
    package let widgets: [String]

    /// The movements of the machine.
    package let journey: Journey

    /// What happens, in the order of time.
    package let steps: [Step]
}
