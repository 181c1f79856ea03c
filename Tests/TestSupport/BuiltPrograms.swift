import Glibc

package enum BuiltPrograms {
    package static let folder: String = {
        guard let program = realpath("/proc/self/exe", nil) else { return Checkout.root + "/.build/debug" }
        defer { free(program) }
        return String(String(cString: program).reversed().drop { $0 != "/" }.dropFirst().reversed())
    }()

    package static let daemon = folder + "/waymarkd"
    package static let tool = folder + "/waymarkctl"
    package static let lab = folder + "/waymark-lab"
    package static let board = folder + "/waymark-board"

    /// The agent that asks through notifications.
    package static let session = folder + "/waymark-session"
    package static let geoClue = folder + "/waymark-geoclue"
    package static let beacons = folder + "/waymark-beacons"
    package static let anchor = folder + "/waymark-anchor"
    package static let phone = folder + "/waymark-phone"
    package static let relay = folder + "/waymark-relay"
    package static let sampleProvider = folder + "/waymark-sample-provider"
    package static let portedApp = folder + "/PortedApp"

    /// The sample widget whose code was written for iOS.
    package static let portedWidget = folder + "/waymark-ported-widget"
    package static let terminalDashboard = folder + "/waymark-terminal-dashboard"
    package static let passedDescriptors = folder + "/PassedDescriptors"
}
