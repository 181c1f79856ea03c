import Glibc
import LinuxSystem
import TestSupport
import Testing
import UserInput
import WaymarkEngine

@testable import Daemon

@Suite("A drop-in")
struct DropInTests: ~Copyable {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/waymarkd.conf"
    }

    private func load(isRequired: Bool = true) throws -> Configuration {
        try ConfigurationFile.load(path: path, isRequired: isRequired).configuration
    }

    private func failure(isRequired: Bool = true) -> INIError? {
        #expect(throws: INIError.self) { try load(isRequired: isRequired) }
    }

    @Test("overrides the file, and a later one an earlier one")
    func overrides() throws {
        try folder.write("[Log]\nLevel=error\n[Widgets]\nFixTimeout=1s\nRetryAfter=1s", to: "waymarkd.conf")
        try folder.write("[Widgets]\nFixTimeout=3s", to: "waymarkd.conf.d/20-b.conf")
        try folder.write("[Widgets]\nFixTimeout=2s\nRetryAfter=2s", to: "waymarkd.conf.d/10-a.conf")
        try folder.write("[Widgets]\nFixTimeout=9s", to: "waymarkd.conf.d/30-c.conf.disabled")
        let configuration = try load()
        #expect(configuration.logLevel == .error && configuration.engine.fixTimeout == .seconds(3))
        #expect(configuration.engine.retryAfter == .seconds(2))
    }

    @Test("adds to a list, or starts a new one after an empty value")
    func lists() throws {
        try folder.write("[Receivers]\nReceiver=gpsd://a", to: "waymarkd.conf")
        try folder.write("[Receivers]\nReceiver=gpsd://b", to: "waymarkd.conf.d/10.conf")
        #expect(try load().receivers == ["gpsd://a", "gpsd://b"])
        try folder.write("[Receivers]\nReceiver=\nReceiver=gpsd://c", to: "waymarkd.conf.d/20.conf")
        #expect(try load().receivers == ["gpsd://c"])
    }

    @Test("has its mistakes reported with its own path, along with those of other files")
    func problems() throws {
        try folder.write("[Log]\nLevel=loud", to: "waymarkd.conf")
        try folder.write("[Log]\nLevel=quiet", to: "waymarkd.conf.d/10.conf")
        #expect(failure()?.problems.map(\.file) == [path, path + ".d/10.conf"])
    }

    @Test("counts even if the file is missing, which may be unless the user named it")
    func missing() throws {
        #expect(try load(isRequired: false) == Configuration())
        try folder.write("[Log]\nLevel=debug", to: "waymarkd.conf.d/10.conf")
        #expect(try load(isRequired: false).logLevel == .debug)
        let reason = "open \(path): No such file or directory: it must be a file"
        #expect(failure()?.description.hasPrefix(reason) == true)
    }

    @Test("that cannot be read is an error")
    func unreadable() throws {
        try folder.write("", to: "waymarkd.conf")
        try folder.write("", to: "waymarkd.conf.d/10.conf/inside")
        let reason = "read \(path).d/10.conf: Is a directory: it must be a file"
        #expect(failure()?.description.hasPrefix(reason) == true)
    }

    @Test("is an error also where the folder of drop-ins is none")
    func noFolder() throws {
        try folder.write("", to: "waymarkd.conf.d")
        let reason = "open \(path).d: Not a directory: it must be a file of at most 1 MiB, or at .d a folder"
        #expect(failure(isRequired: false)?.description.hasPrefix(reason) == true)
    }
}
