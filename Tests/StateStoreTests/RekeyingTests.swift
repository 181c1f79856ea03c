import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A change of the sealing key", .ownThreads, .timeLimit(.minutes(10)))
struct RekeyingTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func commitSealed(to store: StateStore) throws {
        try store.commit([
            .widgetPlaced(WidgetIdentifier(1), try Sample.kind(1)),
            .widgetPlaced(WidgetIdentifier(2), try Sample.kind(1)),
            .timeline(WidgetIdentifier(1), try Sample.timeline("one")),
            .lastNotifiedPlace(try Sample.place()),
            .accessed(try Sample.access(), number: 0),
        ])
    }

    @Test("seals everything anew, at once and for good, and the old key opens nothing any more")
    func everything() throws {
        let old = try folder.withStore { opened in
            try commitSealed(to: opened.store)
            let old = try #require(try folder.files()["key"])
            #expect(try opened.store.rekey().count == 5)
            #expect(mode(of: folder.state + "/key") == 0o400)
            // What is committed afterwards is sealed with the new key too.
            try opened.store.commit([.timeline(WidgetIdentifier(2), try Sample.timeline("two"))])
            return old
        }
        #expect(try folder.files()["key"] != old)
        try folder.withStore { opened in
            #expect(opened.warnings.isEmpty)
            #expect(opened.state.widgets.values.count { $0.timeline != nil } == 2)
            #expect(opened.state.lastNotifiedPlace != nil)
            let access = try Sample.access()
            #expect(opened.state.accessLogs[UserIdentifier(1000)]?.records == [access])
        }
        chmod(folder.state + "/key", 0o600)
        try folder.overwrite("key", at: 0, with: old)
        chmod(folder.state + "/key", 0o400)
        #expect(folder.failure() != nil)
    }

    @Test("leaves no old seal in any file")
    func noOldSeals() throws {
        try folder.withStore { opened in
            try commitSealed(to: opened.store)
            let seals = try opened.store.database.rows("SELECT sealed FROM rows").compactMap(\.first?.blob)
            #expect(seals.count == 4)
            let before = try folder.files()
            for seal in seals { #expect(before.values.contains { contains($0, seal) }) }
            _ = try opened.store.rekey()
            for (name, bytes) in try folder.files() {
                for seal in seals { #expect(!contains(bytes, seal), "\(name)") }
            }
        }
    }

    @Test(
        "that the owner keeps, or gives as a credential, is done at the start if the previous key is beside it",
        arguments: [false, true]
    )
    func elsewhere(isCredential: Bool) throws {
        let name = isCredential ? "credentials/waymark-key" : "key"
        let path = "\(folder.path)/\(name)"
        let credentials = folder.path + "/credentials"
        try folder.writeKey("1", to: name)
        let source = KeySource(
            keyFile: isCredential ? nil : path,
            credentialsDirectory: isCredential ? credentials : nil
        )
        try folder.withStore(keySource: source) { opened in
            try commitSealed(to: opened.store)
            let problem = KeyProblem.elsewhere(path: path, isCredential: isCredential)
            let error = #expect(throws: StateStoreError.key(problem)) { try opened.store.rekey() }
            let names = error?.description.contains("LoadCredential=waymark-key.previous:FILE")
            #expect(names == isCredential)
        }
        #expect(rename(path, path + ".previous") == 0)
        try folder.writeKey("2", to: name)
        try folder.withStore(keySource: source) { opened in
            let warning =
                "4 sealed values were sealed anew with the key \(path); the previous one is needed no longer"
            #expect(opened.warnings == [warning])
            #expect(opened.state.lastNotifiedPlace != nil)
        }
        unlink(path + ".previous")
        try folder.withStore(keySource: source) { #expect($0.warnings.isEmpty) }
    }

    @Test("is completed also where an earlier try gave the new key its name and then failed")
    func renamedBefore() throws {
        let key = folder.state + "/key"
        try folder.withStore { opened in
            try commitSealed(to: opened.store)
            opened.store.atRekeyingStep = { if $0 == .settled { _ = rename(key + ".next", key) } }
            _ = try opened.store.rekey()
            _ = try opened.store.rekey()
        }
        try folder.withStore { opened in
            #expect(opened.warnings.isEmpty && opened.state.lastNotifiedPlace != nil)
        }
    }

    @Test("is completed after a kill, whatever lies beside the fresh key as a previous one")
    func unusablePrevious() throws {
        let key = folder.state + "/key"
        try folder.withStore { try commitSealed(to: $0.store) }
        #expect(rename(key, key + ".next") == 0)
        try folder.writeKey("1", to: "state/key")
        try folder.write("no key", to: "state/key.previous")
        try folder.withStore { opened in
            #expect(opened.warnings.isEmpty && opened.state.lastNotifiedPlace != nil)
        }
    }

    @Test("that the owner keeps changes nothing if the key beside it is not the previous one")
    func anotherPrevious() throws {
        let path = folder.path + "/key"
        let source = KeySource(keyFile: path, credentialsDirectory: nil)
        for (name, letter) in [("key", "1"), ("key.new", "2"), ("key.previous", "3")] {
            try folder.writeKey(letter, to: name)
        }
        try folder.withStore(keySource: source) { try commitSealed(to: $0.store) }
        let before = try folder.files()["state.db"]
        #expect(rename(path, path + ".old") == 0 && rename(path + ".new", path) == 0)
        #expect(folder.failure(source) == .key(.wrong(path: path, database: folder.database)))
        #expect(try folder.files()["state.db"] == before)
        #expect(rename(path + ".old", path) == 0)
        try folder.withStore(keySource: source) { opened in
            #expect(opened.warnings.isEmpty && opened.state.lastNotifiedPlace != nil)
        }
    }
}
