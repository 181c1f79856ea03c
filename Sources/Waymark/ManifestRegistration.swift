import Glibc
import LinuxSystem
import WaymarkInterfaces

/// The outcome of registering an app's manifest from the person's folder.
@nonexhaustive public enum ManifestRegistration: Hashable, Sendable {
    /// The person has no manifest of the app.
    case none

    /// The service knows the manifest.
    case registered

    /// The service knows the manifest and uses the one that is installed on the machine.
    case hidden

    /// The manifest cannot be read, or the service refused it.
    case refused(ClientError)
}

extension WaymarkService {
    func registerManifest(of app: String) async throws(ClientError) -> ManifestRegistration {
        guard let folder = Environment.dataHome else { return .none }
        let path = "\(folder)/waymark/apps/\(app).app"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: TimelineLimits.bytes)
        } catch {
            return error.code == ENOENT ? .none : .refused(Self.bad("\(error)"))
        }
        do throws(ClientError) {
            let manifest = SettingsInterface.RegisterManifest(text: String(decoding: bytes, as: UTF8.self))
            return try await call(manifest).outcome == .hidden ? .hidden : .registered
        } catch {
            // Without its manifest an app can still be authorized in the settings; without the service it cannot.
            if error.mayPass { throw error }
            guard case .tooLong = error else { return .refused(error) }
            return .refused(Self.bad("\(path): too long to be registered: install it"))
        }
    }

    private static func bad(_ mistake: String) -> ClientError {
        .refused(.badManifest(mistakes: [mistake]), method: SettingsInterface.RegisterManifest.method)
    }
}
