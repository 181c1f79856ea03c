import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("The sealing key", .ownThreads, .timeLimit(.minutes(10)))
struct KeyTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeState() throws -> [String: [UInt8]] {
        try folder.withStore { opened in
            try opened.store.commit([.grant(try Sample.app(1), Grant(status: .denied))])
        }
        return try folder.files()
    }

    @Test("is made at the first start, for the owner alone, as are the other files")
    func made() throws {
        try folder.withStore { _ in
            let names = ["", "/key", "/lock", "/state.db", "/state.db-wal"]
            #expect(names.map { mode(of: folder.state + $0) } == [0o700, 0o400, 0o600, 0o600, 0o600])
        }
        let key = try folder.files()["key"]
        #expect(key?.count == 32 && key != [UInt8](repeating: 0, count: 32))
        try folder.withStore { _ in }
        #expect(try folder.files()["key"] == key)
        #expect(try folder.files().keys.sorted() == ["journal.db", "key", "state.db"])
    }

    @Test("is not made anew for a database that it could not open")
    func missing() throws {
        var files = try makeState()
        unlink(folder.state + "/key")
        files["key"] = nil
        #expect(
            folder.failure()?.description
                == "the sealing key \(folder.state)/key is missing, and \(folder.database) cannot be read "
                + "without it: put the key back, or move the database away to begin anew"
        )
        #expect(try folder.files() == files)
    }

    @Test("must be the one of the database")
    func wrong() throws {
        let files = try makeState()
        try folder.writeKey("x", to: "other-key")
        let other = KeySource(keyFile: folder.path + "/other-key", credentialsDirectory: nil)
        #expect(
            folder.failure(other)?.description
                == "the sealing key \(folder.path)/other-key is not the one that \(folder.database) was "
                + "sealed with: put the right key back, or move the database away to begin anew"
        )
        let after = try folder.files()
        #expect(after["state.db"] == files["state.db"] && after["key"] == files["key"])
        try folder.withStore { #expect($0.state.grants.count == 1) }
    }

    @Test("lies in a directory for its owner alone", arguments: [0o750, 0o705, 0o777, 0o1777] as [UInt32])
    func openDirectory(mode: UInt32) throws {
        _ = try makeState()
        chmod(folder.state, mode)
        let state = folder.state
        let octal = String(mode, radix: 8)
        let problem = StateStoreError.refused(
            "the state directory \(state) has mode 0\(octal), which lets others into it: chmod 700 \(state)"
        )
        #expect(folder.failure() == problem)
        #expect(throws: problem) { try StateStore.check(directory: state, keyFile: nil) }
    }

    @Test("lies in a directory of its own user or root", .enabled(if: geteuid() == 0, "needs root"))
    func strangersDirectory() throws {
        _ = try makeState()
        try #require(chown(folder.state, 65_123, 65_123) == 0)
        let state = folder.state
        let words =
            "the state directory \(state) belongs to user 65123, neither to root nor to the user of waymarkd: "
        #expect(folder.failure()?.description.hasPrefix(words) == true)
        #expect(throws: Never.self, "whoever checks may be another user than the service") {
            try StateStore.check(directory: state, keyFile: nil)
        }
    }

    /// Expects that neither the service nor whoever only checks takes a key.
    private func expectRefusal(of path: String, _ problem: KeyProblem, _ message: String) {
        let error = folder.failure(KeySource(keyFile: path, credentialsDirectory: nil))
        #expect(error == .key(problem) && error?.description == "the sealing key \(path) \(message)")
        let (state, expected) = (folder.state, StateStoreError.key(problem))
        #expect(throws: expected) { try StateStore.check(directory: state, keyFile: path) }
    }

    @Test("may be readable by its owner alone", arguments: [0o440, 0o404, 0o420, 0o666] as [UInt32])
    func tooOpen(mode: UInt32) throws {
        let path = folder.path + "/open-key"
        try folder.writeKey("x", to: "open-key", mode: mode)
        let octal = String(mode, radix: 8)
        let message = "has mode 0\(octal), which lets others read or change it: chmod 400 \(path)"
        expectRefusal(of: path, .tooOpen(path: path, mode: mode), message)
    }

    @Test("has 32 bytes", arguments: [0, 31, 33, 64])
    func wrongLength(count: Int) throws {
        let path = folder.path + "/short-key"
        try folder.write(String(repeating: "x", count: count), to: "short-key")
        let message =
            "is \(count) bytes long, and a key is 32: put the right one back, or, if nothing has been sealed with it, "
            + "remove it and make one with '(umask 377; head -c 32 /dev/urandom > \(path))'"
        expectRefusal(of: path, .wrongLength(path: path, count: count), message)
    }

    @Test("belongs to its own user or root", .enabled(if: geteuid() == 0, "needs root"))
    func strangersKey() throws {
        let path = folder.path + "/strangers-key"
        try folder.writeKey("x", to: "strangers-key")
        try #require(chown(path, 65_123, 65_123) == 0)
        let (state, source) = (folder.state, KeySource(keyFile: path, credentialsDirectory: nil))
        #expect(folder.failure(source) == .key(.wrongOwner(path: path, owner: 65_123)))
        #expect(mode(of: folder.database) == nil)
        #expect(throws: Never.self, "whoever checks may be another user than the service") {
            try StateStore.check(directory: state, keyFile: path)
        }
    }

    @Test("must exist where the configuration says, even at the first start")
    func namedFileMissing() {
        let path = folder.path + "/nowhere"
        #expect(
            folder.failure(KeySource(keyFile: path, credentialsDirectory: nil))?.description
                == "the sealing key \(path) does not exist: make it with "
                + "'(umask 377; head -c 32 /dev/urandom > \(path))', or leave KeyFile= out to have one made"
        )
        #expect(mode(of: folder.database) == nil)
    }

    @Test(
        "is the one that the configuration names, else a credential, else that of the state directory",
        arguments: [(true, true), (false, true), (false, false)]
    )
    func sources(isNamed: Bool, hasCredential: Bool) throws {
        try folder.writeKey("n", to: "named-key")
        // systemd controls who may read a credential.
        if hasCredential { try folder.writeKey("c", to: "credentials/waymark-key", mode: 0o440) }
        let (named, credentials) = (folder.path + "/named-key", folder.path + "/credentials")
        let both = KeySource(keyFile: isNamed ? named : nil, credentialsDirectory: credentials)
        try folder.withStore(keySource: both) { opened in
            try opened.store.commit([.lastNotifiedPlace(try Sample.place())])
        }
        #expect(mode(of: folder.state + "/key") == (isNamed || hasCredential ? nil : 0o400))
        let used = isNamed ? KeySource(keyFile: named, credentialsDirectory: nil) : both
        try folder.withStore(keySource: used) { #expect($0.state.lastNotifiedPlace != nil) }
    }
}
