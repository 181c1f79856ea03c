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

    /// What opening the store fails with.
    private func failure(_ keySource: KeySource = ownKey) -> String? {
        let state = folder.state
        let error = #expect(throws: StateStoreError.self) {
            try StateStore.open(directory: state, keySource: keySource)
        }
        return error?.description
    }

    @Test("is made at the first start, for the owner alone, as are the other files")
    func made() throws {
        try folder.withStore { _ in
            #expect(mode(of: folder.state) == 0o700)
            #expect(mode(of: folder.state + "/key") == 0o400)
            #expect(mode(of: folder.state + "/lock") == 0o600)
            #expect(mode(of: folder.database) == 0o600)
            #expect(mode(of: folder.database + "-wal") == 0o600)
        }
        let key = try folder.files()["key"]
        #expect(key?.count == 32)
        #expect(key != [UInt8](repeating: 0, count: 32))
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
            failure()
                == "the sealing key \(folder.state)/key is missing, and \(folder.database) cannot be read "
                + "without it: put the key back, or move the database away to begin anew"
        )
        #expect(try folder.files() == files)
    }

    @Test("must be the one of the database")
    func wrong() throws {
        let files = try makeState()
        try folder.write(String(repeating: "x", count: 32), to: "other-key")
        let other = KeySource(keyFile: folder.path + "/other-key", credentialsDirectory: nil)
        #expect(
            failure(other)
                == "the sealing key \(folder.path)/other-key is not the one that \(folder.database) was "
                + "sealed with: put the right key back, or move the database away to begin anew"
        )
        let after = try folder.files()
        #expect(after["state.db"] == files["state.db"])
        #expect(after["key"] == files["key"])
        try folder.withStore { #expect($0.state.grants.count == 1) }
    }

    @Test(
        "lies in a directory that only its owner may open",
        arguments: [0o750, 0o705, 0o777, 0o1777] as [UInt32]
    )
    func openDirectory(mode: UInt32) throws {
        _ = try makeState()
        chmod(folder.state, mode)
        let state = folder.state
        let problem = StateStoreError.directoryTooOpen(path: state, mode: mode)
        #expect(throws: problem) { try StateStore.open(directory: state, keySource: ownKey) }
        #expect(throws: problem) { try StateStore.check(directory: state, keyFile: nil) }
    }

    @Test("lies in a directory of its own user or root", .enabled(if: geteuid() == 0, "needs root"))
    func strangersDirectory() throws {
        _ = try makeState()
        try #require(chown(folder.state, 65_123, 65_123) == 0)
        let state = folder.state
        #expect(throws: StateStoreError.directoryOfAnother(path: state, owner: 65_123)) {
            try StateStore.open(directory: state, keySource: ownKey)
        }
        #expect(throws: Never.self, "whoever checks may be another user than the service") {
            try StateStore.check(directory: state, keyFile: nil)
        }
    }

    @Test("may be readable by its owner alone", arguments: [0o440, 0o404, 0o420, 0o666] as [UInt32])
    func tooOpen(mode: UInt32) throws {
        let path = folder.path + "/open-key"
        try folder.write(String(repeating: "x", count: 32), to: "open-key")
        chmod(path, mode)
        #expect(
            failure(KeySource(keyFile: path, credentialsDirectory: nil))
                == "the sealing key \(path) has mode 0\(String(mode, radix: 8)), "
                + "which lets others read or change it: chmod 400 \(path)"
        )
        let state = folder.state
        let problem = StateStoreError.key(.tooOpen(path: path, mode: mode))
        #expect(throws: problem, "also whoever only checks is told") {
            try StateStore.check(directory: state, keyFile: path)
        }
    }

    @Test("belongs to its own user or root", .enabled(if: geteuid() == 0, "needs root"))
    func strangersKey() throws {
        let path = folder.path + "/strangers-key"
        try folder.write(String(repeating: "x", count: 32), to: "strangers-key")
        try #require(chmod(path, 0o400) == 0 && chown(path, 65_123, 65_123) == 0)
        let (state, source) = (folder.state, KeySource(keyFile: path, credentialsDirectory: nil))
        #expect(throws: StateStoreError.key(.wrongOwner(path: path, owner: 65_123))) {
            try StateStore.open(directory: state, keySource: source)
        }
        #expect(mode(of: folder.database) == nil)
        #expect(throws: Never.self, "whoever checks may be another user than the service") {
            try StateStore.check(directory: state, keyFile: path)
        }
    }

    @Test("has 32 bytes", arguments: [0, 31, 33, 64])
    func wrongLength(count: Int) throws {
        let path = folder.path + "/short-key"
        try folder.write(String(repeating: "x", count: count), to: "short-key")
        #expect(
            failure(KeySource(keyFile: path, credentialsDirectory: nil))
                == "the sealing key \(path) is \(count) bytes long, and a key is 32"
        )
        let state = folder.state
        let problem = StateStoreError.key(.wrongLength(path: path, count: count))
        #expect(throws: problem, "also whoever only checks is told") {
            try StateStore.check(directory: state, keyFile: path)
        }
    }

    @Test("must exist where the configuration says, even at the first start")
    func namedFileMissing() {
        let path = folder.path + "/nowhere"
        #expect(
            failure(KeySource(keyFile: path, credentialsDirectory: nil))
                == "the sealing key \(path) does not exist: make it with "
                + "'(umask 377; head -c 32 /dev/urandom > \(path))', or leave KeyFile= out to have one made"
        )
        #expect(mode(of: folder.database) == nil)
    }

    @Test("is the service's credential where there is one, whose access systemd controls")
    func credential() throws {
        try folder.write(String(repeating: "c", count: 32), to: "credentials/waymark-key")
        chmod(folder.path + "/credentials/waymark-key", 0o440)
        let source = KeySource(keyFile: nil, credentialsDirectory: folder.path + "/credentials")
        try folder.withStore(keySource: source) { opened in
            try opened.store.commit([.lastNotifiedPlace(try Sample.place())])
        }
        #expect(mode(of: folder.state + "/key") == nil)
        try folder.withStore(keySource: source) { #expect($0.state.lastNotifiedPlace != nil) }
    }

    @Test("is the one that the configuration names, even where the service has a credential")
    func namedBeforeCredential() throws {
        for name in ["named-key", "credentials/waymark-key"] {
            try folder.write(String(repeating: String(name.prefix(1)), count: 32), to: name)
            chmod("\(folder.path)/\(name)", 0o400)
        }
        let named = folder.path + "/named-key"
        try folder.withStore(keySource: KeySource(keyFile: named, credentialsDirectory: nil)) { opened in
            try opened.store.commit([.lastNotifiedPlace(try Sample.place())])
        }
        let both = KeySource(keyFile: named, credentialsDirectory: folder.path + "/credentials")
        try folder.withStore(keySource: both) { #expect($0.state.lastNotifiedPlace != nil) }
    }

    @Test("is the one in the state directory when the service has no such credential")
    func noCredential() throws {
        let source = KeySource(keyFile: nil, credentialsDirectory: folder.path)
        try folder.withStore(keySource: source) { _ in }
        #expect(mode(of: folder.state + "/key") == 0o400)
    }
}
