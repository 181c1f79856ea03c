import Glibc
import LocationModel
import Manifests
import TestSupport
import Testing

@testable import WaymarkSession

@Suite("The program that a launcher starts")
struct InstalledProgramTests: ~Copyable {
    private let app = AppIdentifier("org.example.Weather")
    private let folder: TemporaryFolder
    private var machine: String { folder.path + "/machine" }
    private var person: String { folder.path + "/person" }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ provider: String, to place: String) throws {
        let app = try #require(app)
        mkdir(place, 0o755)
        try folder.write(
            "[App]\nIdentifier=\(app)\nName=Weather\n[Extension e]\nKinds=k\n\(provider)",
            to: "\(place.dropFirst(folder.path.count + 1))/\(app).app"
        )
    }

    private func find(for manager: AppProgram.Manager = .user) throws(LaunchProblem) -> AppProgram {
        guard let app else { throw LaunchProblem(.failed, "no name of an app") }
        return try InstalledProgram.find(
            of: app,
            for: manager,
            installed: [ManifestFolder(path: machine, owners: nil)],
            own: ManifestFolder(path: person, owners: [geteuid()])
        )
    }

    private func fault(for manager: AppProgram.Manager = .user) -> LaunchFault? {
        do throws(LaunchProblem) {
            _ = try find(for: manager)
            return nil
        } catch { return error.fault }
    }

    @Test("stands in the installed manifest, and else in the person's own")
    func precedence() throws {
        #expect(fault() == .noManifest)
        try write("[Provider]\nExec=/usr/bin/own", to: person)
        #expect(try find().means == ProgramCommand("/usr/bin/own").map { .command($0) })
        try write("[Provider]\nExec=/usr/bin/installed", to: machine)
        #expect(try find().means == ProgramCommand("/usr/bin/installed").map { .command($0) })
    }

    @Test("is none where the installed manifest has none, also if the person's own names one")
    func hidden() throws {
        try write("[Provider]\nExec=/usr/bin/own", to: person)
        try write("[Provider]\nExec=own", to: machine)
        #expect(fault() == .noManifest)
        try write("", to: machine)
        #expect(fault() == .noManifest)
    }

    @Test("is one of the system only for the system's launcher, and only from an installed manifest")
    func system() throws {
        try write("[Provider]\nUnit=weather.service\nManager=system", to: person)
        #expect(fault(for: .system) == .noManifest)
        #expect(fault() == .notPermitted)
        try write("[Provider]\nUnit=weather.service\nManager=system", to: machine)
        #expect(fault(for: .system) == nil)
        #expect(fault() == .notPermitted)
        try write("[Provider]\nUnit=weather.service", to: machine)
        #expect(fault(for: .system) == .notPermitted)
    }
}
