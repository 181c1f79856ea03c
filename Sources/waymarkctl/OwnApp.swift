import CommandLineTool
import UserInput
import WaymarkInterfaces

struct OwnApp {
    let identifier: String
    let name: String
    let purpose: String

    /// The call without which the service cannot ask the person about the app.
    var registration: SettingsInterface.RegisterManifest {
        .init(text: "[App]\nIdentifier=\(identifier)\nName=\(name)\nWhenInUsePurpose=\(purpose)\n")
    }

    /// The app as which the tool asks for the location, unless `--app` names another.
    static let tool = OwnApp(
        identifier: "io.waymark.waymarkctl",
        name: "waymarkctl",
        purpose: "Prints the location on the terminal."
    )

    static let on = OwnApp(
        identifier: "io.waymark.On",
        name: "waymarkctl on",
        purpose: "Runs commands of yours at places that you have named."
    )

    static let visits = OwnApp(
        identifier: "io.waymark.Visits",
        name: "waymarkctl visits",
        purpose: "Keeps for you where you have stayed."
    )
}

extension Invocation {
    static let appOption = CommandOption(
        "app",
        value: .text("APP"),
        "ask as this app; default \(OwnApp.tool.identifier)"
    )

    var app: String { line.value(of: Self.appOption.name) ?? OwnApp.tool.identifier }

    /// Registers the manifest without which the service cannot ask the person about the tool; nothing for another app.
    ///
    /// If the service refuses it, the command's next call says what the tool lacks.
    func registerTool() {
        if app == OwnApp.tool.identifier { _ = try? service.call(OwnApp.tool.registration) }
    }
}
