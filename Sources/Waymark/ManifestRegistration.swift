import Glibc
import LinuxSystem
import Varlink
import WaymarkInterfaces

/// What became of an app's manifest in the folder of its person.
@nonexhaustive public enum ManifestRegistration: Hashable, Sendable {
    /// There is none.
    case none

    /// The service knows it.
    case registered

    /// The machine has a manifest of the app, which is the one that counts.
    case hidden

    /// The service, or the system, would not have it.
    case refused(ClientError)
}

extension AppCalls {
    /// Tells the service the manifest of the app, where the person has one.
    func registerManifest(of app: String) throws(ClientError) -> ManifestRegistration {
        guard let folder = Environment.dataHome else { return .none }
        let path = "\(folder)/waymark/apps/\(app).app"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: TimelineLimits.bytes)
        } catch {
            return error.code == ENOENT ? .none : .refused(.badManifest(mistakes: ["\(error)"]))
        }
        let parameters = SettingsInterface.RegisterManifest(text: String(decoding: bytes, as: UTF8.self))
        guard
            parameters.json.count <= TimelineLimits.bytes - TimelineLimits.envelopeBytes
        else {
            return .refused(.badManifest(mistakes: ["\(path): too long to be registered: install it"]))
        }
        do throws(ClientError) {
            return try call(parameters).outcome == .hidden ? .hidden : .registered
        } catch {
            // Without its manifest an app can still be what the settings say; without the service it cannot.
            if error.mayPass { throw error }
            return .refused(error)
        }
    }
}
