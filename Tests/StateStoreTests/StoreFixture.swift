import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

/// The key in the state directory, as without any configuration.
let ownKey = KeySource(keyFile: nil, credentialsDirectory: nil)

func present() -> UTCInstant { UTCInstant(secondsSince1970: Int64(time(nil))) }

func openStore(in directory: String) throws(StateStoreError) -> StateStore.Opened {
    try StateStore.open(directory: directory, keySource: ownKey, clock: present)
}

extension TemporaryFolder {
    var state: String { path + "/state" }
    var database: String { state + "/state.db" }

    /// Opens the store, hands it over, and closes it again.
    @discardableResult
    func withStore<Result>(
        keySource: KeySource = ownKey,
        journal: JournalLimits = JournalLimits(),
        clock: @escaping () -> UTCInstant = present,
        _ body: (StateStore.Opened) throws -> Result
    ) throws -> Result {
        let opened = try StateStore.open(
            directory: state,
            keySource: keySource,
            journal: journal,
            clock: clock
        )
        return try body(opened)
    }

    func failure(_ keySource: KeySource = ownKey) -> StateStoreError? {
        let state = state
        return #expect(throws: StateStoreError.self) {
            try StateStore.open(directory: state, keySource: keySource, clock: present)
        }
    }

    func writeKey(_ letter: String, to name: String, mode: UInt32 = 0o400) throws {
        try write(String(repeating: letter, count: 32), to: name)
        chmod("\(path)/\(name)", mode)
    }

    /// The bytes of each file in the state directory but the lock, by name.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try Folder(state).names(endingWith: "") where name != "lock" {
            files[name] = try contentsOfFile("\(state)/\(name)", atMost: 1 << 26)
        }
        return files
    }

    func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        let descriptor = FileDescriptor(owning: open("\(state)/\(name)", O_WRONLY))
        try #require(pwrite(descriptor.rawValue, bytes, bytes.count, offset) == bytes.count)
    }
}

/// Copies the files of a state directory on a faulty disk, as a kill or a power cut would leave them now.
func copyState(of directory: String, to copy: String, afterPowerCut: Bool) throws {
    mkdir(copy, 0o700)
    for name in try Folder(directory).names(endingWith: "") where name != "lock" {
        let isDatabase = name.contains(".db")
        guard !afterPowerCut || !(name.hasSuffix(".synced") || name.hasSuffix("-shm")) else { continue }
        let suffix = afterPowerCut && isDatabase ? ".synced" : ""
        let bytes = try? contentsOfFile("\(directory)/\(name)\(suffix)", atMost: 1 << 26)
        guard let bytes else { continue }
        try AtomicFile.write(bytes, to: "\(copy)/\(name)", permissions: isDatabase ? 0o600 : 0o400)
    }
}

func mode(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

enum Sample {
    static let zurich = Coordinate(latitudeDegrees: 47.376_887_5, longitudeDegrees: 8.541_694_2)
    static let now = UTCInstant(secondsSince1970: 1_790_000_000)

    static func app(_ number: Int, user: UInt32 = 1000) throws -> AppKey {
        AppKey(user: UserIdentifier(user), app: try #require(AppIdentifier("org.example.App\(number)")))
    }

    static func kind(_ number: Int, app: Int = 1) throws -> KindKey {
        KindKey(app: try self.app(app), kind: try #require(WidgetKind("Kind\(number)")))
    }

    static func place() throws -> NotifiedPlace {
        NotifiedPlace(coordinate: try #require(zurich), notifiedAt: now)
    }

    static func provisionalGrant() throws -> Grant {
        var grant = Grant(status: .authorizedWhenInUse)
        (grant.accuracy, grant.alwaysConfirmedAt) = (.reduced, now)
        (grant.isProvisional, grant.alwaysWasAsked, grant.isOfRoot) = (true, true, true)
        grant.span = DatedSpan(beganAt: now, until: now.advanced(by: .seconds(60)))
        return grant
    }

    static func access(
        _ number: Int = 1,
        of consumer: Consumer? = .widget(WidgetIdentifier(1))
    ) throws -> AccessRecord {
        AccessRecord(
            app: try app(number),
            consumer: consumer,
            date: now,
            ground: .inView,
            wasTemporary: true,
            accuracy: .full,
            horizontal68Meters: 3.5
        )
    }

    /// A timeline with relevances, after one that had one unless another is given.
    static func relevantTimeline(
        after inherited: CurrentRelevance? = CurrentRelevance(score: 3, until: nil)
    ) throws -> DeliveredTimeline {
        let relevances = [
            Relevance(score: -0.5, duration: .seconds(90)), nil, Relevance(score: 7, duration: .zero),
        ]
        let entries = relevances.enumerated().map { offset, relevance in
            let date = now.advanced(by: .seconds(offset * 300))
            return TimelineEntry(date: date, content: "{}", relevance: relevance)
        }
        return DeliveredTimeline(
            timeline: try Timeline(entries: entries, policy: .after(now)),
            deliveredAt: now,
            knewLocation: true,
            change: 7,
            inheritedRelevance: inherited
        )
    }

    static func timeline(
        _ contents: String...,
        policy: ReloadPolicy = .atEnd,
        knewLocation: Bool = true
    ) throws -> DeliveredTimeline {
        let entries = contents.enumerated().map { offset, content in
            TimelineEntry(date: now.advanced(by: .seconds(offset * 300)), content: content)
        }
        return DeliveredTimeline(
            timeline: try Timeline(entries: entries, policy: policy),
            deliveredAt: now.advanced(by: .milliseconds(-1)),
            knewLocation: knewLocation,
            change: 7
        )
    }
}
