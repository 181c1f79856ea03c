import Glibc

/// The programs built together with the tests.
package enum BuiltPrograms {
    /// The folder of the programs, which is that of the tests.
    package static let folder: String = {
        guard let program = realpath("/proc/self/exe", nil) else { return Checkout.root + "/.build/debug" }
        defer { free(program) }
        return String(String(cString: program).reversed().drop { $0 != "/" }.dropFirst().reversed())
    }()

    /// The daemon.
    package static let daemon = folder + "/waymarkd"

    /// The tool.
    package static let tool = folder + "/waymarkctl"

    /// The laboratory.
    package static let lab = folder + "/waymark-lab"

    /// The host for browsers.
    package static let board = folder + "/waymark-board"

    /// The agent that asks through notifications.
    package static let session = folder + "/waymark-session"

    /// The bridge for programs written for GeoClue.
    package static let geoClue = folder + "/waymark-geoclue"

    /// The program that listens for beacons.
    package static let beacons = folder + "/waymark-beacons"

    /// The program that makes a phone the receiver.
    package static let phone = folder + "/waymark-phone"

    /// The sample provider in Swift.
    package static let sampleProvider = folder + "/waymark-sample-provider"

    /// The app whose code was written for Apple's platforms.
    package static let portedApp = folder + "/PortedApp"

    /// The widgets that use the location in ways that only apps may, or late.
    package static let portedWidgets = folder + "/PortedWidgets"

    /// The sample widget whose code was written for iOS.
    package static let portedWidget = folder + "/waymark-ported-widget"

    /// The sample host in Swift.
    package static let terminalDashboard = folder + "/waymark-terminal-dashboard"

    /// The program that prints the descriptors passed to it.
    package static let passedDescriptors = folder + "/PassedDescriptors"
}
