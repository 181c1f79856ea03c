import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

final class ScriptedApp {
    let stream: ScriptedStream<LocationInterface.Open>
    let calls: ScriptedClient
    let session: String

    init(_ daemon: DaemonProcess, app: String = "org.example.app") async throws {
        stream = try ScriptedClient(daemon).stream(LocationInterface.Open(app: app))
        calls = try ScriptedClient(daemon)
        let first = try await stream.next()
        session = try #require(first.session)
    }

    @discardableResult
    func request(
        _ level: LocationInterface.RequestAuthorization.Level
    ) throws -> LocationInterface.RequestAuthorization.Reply {
        try calls.call(LocationInterface.RequestAuthorization(session: session, level: level))
    }

    /// Waits for the next change of the authorization, skipping the ends of questions.
    func nextChange() async throws -> LocationInterface.Authorization {
        while true {
            if let authorization = try await stream.next().authorization { return authorization }
        }
    }
}

func manifestText(_ app: String = "org.example.app", name: String = "Example") -> String {
    """
    [App]
    Identifier=\(app)
    Name=\(name)
    Name[de]=Beispiel
    WhenInUsePurpose=Shows what is near.
    WhenInUsePurpose[de]=Zeigt, was in der Nähe ist.
    AlwaysPurpose=Reminds of what is near.
    AlwaysPurpose[de]=Erinnert an das, was in der Nähe ist.

    [TemporaryAccuracy Route]
    Purpose=Finds the way.
    Purpose[de]=Findet den Weg.

    """
}

extension ScriptedClient {
    @discardableResult
    func register(_ text: String = manifestText()) throws -> ManifestOutcome {
        try call(SettingsInterface.RegisterManifest(text: text)).outcome
    }
}
