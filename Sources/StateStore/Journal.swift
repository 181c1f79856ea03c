package import LocationModel
import SealedDatabase
package import WaymarkEngine

/// The decisions of each user, bounded by age and bytes, in a file beside the state.
///
/// The journal keeps fewer promises than the state: a decision waits in memory for up to a second before it is written,
/// and no write waits for the disk. So a kill loses the last second, a power cut perhaps some more, and no call and no
/// fix takes longer. Nor does a call fail because the journal cannot be written.
///
/// If nothing may be written, the same tables are in memory, within narrower limits.
package final class Journal {
    /// The most rows that are written, and the most that are removed, in one turn of the loop.
    static let batchLength = 256

    /// The time that decisions wait for others to be written together.
    private static let writeDelay: Duration = .seconds(1)
    private static let retryInterval: Duration = .seconds(5)

    /// The number of waiting decisions that are written without further delay.
    private static let hurryLength = 4096

    /// The most decisions that wait, of all users together.
    private static let waitingCapacity = 16_384

    let file: JournalFile

    private(set) var database: Database

    /// The key for the seals, which is that of the state except after a change of keys that was interrupted.
    private(set) var key: SealingKey
    private(set) var limits: JournalLimits

    /// The decisions that are not written yet, oldest first; all have greater numbers than the written ones.
    private(set) var waiting: [JournalEntry] = []

    package var waitingCount: Int { waiting.count }
    private var writeAt: MonotonicInstant?
    private var isFailing = false
    private var lost = 0

    private let clock: () -> UTCInstant
    private var oldest: UInt64?
    private var hasExcess = true

    private var warnings: [String] = []

    /// Whether the file was found damaged while it was open.
    private var wasDamaged = false

    /// Whether the log has been told that a row could not be read.
    private var toldOfUnreadable = false

    /// Opens the journal of a state directory, creates it, or, if the limits say so, removes it.
    ///
    /// A file that cannot be read is moved aside, and where no file can be had, decisions are kept in memory. An
    /// interrupted change of keys may have left one of the former keys in force.
    ///
    /// - Throws: ``DatabaseError`` when there is no memory.
    init(
        at file: JournalFile,
        limits: JournalLimits,
        key: SealingKey,
        formerKeys: [SealingKey],
        clock: @escaping () -> UTCInstant
    ) throws(DatabaseError) {
        self.file = file
        self.limits = limits
        self.key = key
        self.clock = clock
        database = try JournalFile.makeInMemory(key: key)
        open(formerKeys: formerKeys)
    }

    /// Opens the file, if there is to be one, in place of the tables in memory.
    private func open(formerKeys: [SealingKey] = []) {
        do {
            guard limits.isOnDisk else { return try file.remove() }
            do {
                try use(file.open(key: key, formerKeys: formerKeys))
            } catch let error as DatabaseError where error.isCorruption {
                try moveAside(reason: error.message)
                try use(file.open(key: key, formerKeys: []))
            }
        } catch {
            warnings.append("the journal is kept in memory only: \(StateStoreError(error, path: file.path))")
        }
    }

    private func use(_ opened: (database: Database, key: SealingKey)) throws {
        oldest = try JournalFile.oldest(in: opened.database)
        opened.database.checkpointsOnClose()
        if opened.key !== key {
            warnings.append(
                "\(file.path) could not be sealed with the new key: keep the former one beside it until the next start"
            )
        }
        (database, key) = opened
    }

    private func moveAside(reason: String) throws(StateStoreError) {
        let target = try StateDirectory.moveAside(file.path, at: clock())
        warnings.append(
            "\(file.path) cannot be read (\(reason)) and was moved to \(target); the journal begins anew"
        )
    }

    /// Closes the file, goes on in memory, and returns whether there is memory for that.
    private func closeFile() -> Bool {
        guard let inMemory = try? JournalFile.makeInMemory(key: key) else { return false }
        (database, oldest) = (inMemory, nil)
        return true
    }

    /// Starts another file if an error shows that this one is damaged, and returns whether it does.
    ///
    /// Opening reads little of the file: damage to the rest is noticed when it is read. If the other file is
    /// damaged as well, no third one is started before the next start of the service.
    private func replaceDamaged(after error: DatabaseError) -> Bool {
        guard error.isCorruption, limits.isOnDisk, !wasDamaged, closeFile() else { return false }
        wasDamaged = true
        do throws(StateStoreError) {
            try moveAside(reason: error.message)
            open()
        } catch {
            warnings.append("the journal is kept in memory only: \(error)")
        }
        return true
    }

    package var numbers: JournalNumbers {
        let written = try? database.integer("SELECT max(number) FROM decisions")
        return JournalNumbers(after: waiting.last?.number ?? UInt64(max(written ?? 0, 0)))
    }

    /// Removes and returns the problems since the last call, for the log.
    package func removeWarnings() -> [String] {
        defer { warnings = [] }
        return warnings
    }

    // MARK: Writing

    /// Adds a decision, which is written later.
    package func add(_ entry: JournalEntry, at now: MonotonicInstant) {
        waiting.append(entry)
        if writeAt == nil { writeAt = now + Self.writeDelay }
        if waiting.count > Self.waitingCapacity { forgetWaiting() }
    }

    /// Forgets the older half of the waiting decisions of the user who has the most, so that nobody loses others'.
    private func forgetWaiting() {
        let counts = waiting.reduce(into: [:]) { $0[$1.subject.owner, default: 0] += 1 }
        guard let busiest = counts.max(by: { $0.value < $1.value }) else { return }
        var surplus = (busiest.value + 1) / 2
        lost += surplus
        waiting.removeAll { entry in
            guard surplus > 0, entry.subject.owner == busiest.key else { return false }
            surplus -= 1
            return true
        }
    }

    /// The time of the next call of ``advance(at:)``, or `nil` if nothing is due.
    package func nextDeadline(at now: Moment) -> MonotonicInstant? {
        if isFailing { return writeAt }
        if waiting.count >= Self.hurryLength || hasExcess { return now.instant }
        let expiry = expiry.map { now.instant + max(.zero, now.utc.duration(to: $0)) }
        return .earliest(writeAt, expiry)
    }

    private var expiry: UTCInstant? {
        guard limits.isOnDisk, let oldest else { return nil }
        return JournalNumbers.endOfHour(of: oldest).advanced(by: limits.keep)
    }

    /// Writes due decisions, and removes those that are too old or too many, a bounded number of each.
    package func advance(at now: Moment) {
        guard let deadline = nextDeadline(at: now), deadline <= now.instant else { return }
        write(at: now)
    }

    /// Writes all waiting decisions, before the service ends.
    package func flush(at now: Moment) {
        repeat { write(at: now) } while !waiting.isEmpty && !isFailing
    }

    private func write(at now: Moment) {
        let batch = waiting.prefix(Self.batchLength)
        do throws(DatabaseError) {
            (hasExcess, oldest) = try database.transaction { () throws(DatabaseError) in
                try insert(batch)
                return (try removeExcess(at: now), try JournalFile.oldest(in: database))
            }
            waiting.removeFirst(batch.count)
            writeAt = waiting.isEmpty ? nil : now.instant
            if isFailing {
                warnings.append(
                    "the journal is saved again" + (lost == 0 ? "" : "; \(lost) decisions are lost")
                )
            }
            (isFailing, lost) = (false, 0)
        } catch {
            if replaceDamaged(after: error) {
                writeAt = now.instant
                return
            }
            if !isFailing { warn(of: error) }
            isFailing = true
            writeAt = now.instant + Self.retryInterval
        }
    }

    private func insert(_ entries: ArraySlice<JournalEntry>) throws(DatabaseError) {
        let statement = try Statement(
            database,
            "REPLACE INTO decisions (uid, number, sealed) VALUES (?, ?, ?)"
        )
        var added: [Int64: Int] = [:]
        for entry in entries {
            let rowKey = JournalKey(owner: entry.subject.owner, number: entry.number)
            let sealed = key.seal(KeptDecision(entry).sealedForm, at: rowKey.place)
            try statement.run(rowKey.values + [BoundValue(sealed)])
            added[JournalKey.column(of: rowKey.owner), default: 0] += JournalFile.size(of: sealed.bytes.count)
        }
        try changeSizes(by: added)
    }

    /// Changes the bytes of users' decisions, by the users' numbers in the table.
    private func changeSizes(by changes: [Int64: Int]) throws(DatabaseError) {
        let statement = try Statement(
            database,
            """
            INSERT INTO sizes (uid, bytes) VALUES (?1, max(?2, 0))
            ON CONFLICT DO UPDATE SET bytes = max(bytes + ?2, 0)
            """
        )
        for (uid, bytes) in changes { try statement.run([BoundValue(uid), BoundValue(Int64(bytes))]) }
    }

    // MARK: Limits and keys

    /// Applies other limits; decisions above them are removed bit by bit, or at once if none are to be kept.
    package func change(to limits: JournalLimits) {
        let wasOnDisk = self.limits.isOnDisk
        self.limits = limits
        hasExcess = true
        guard limits.isOnDisk != wasOnDisk, closeFile() else { return }
        // Decisions that were meant for memory alone never reach the disk.
        (waiting, writeAt, isFailing, lost) = ([], nil, false, 0)
        open()
    }

    /// Seals everything with another key, in one transaction, and returns the number of values.
    func reseal(to new: SealingKey) throws(DatabaseError) -> Int {
        let count: Int
        do throws(DatabaseError) {
            count = try JournalFile.reseal(database, from: key, to: new)
        } catch {
            guard replaceDamaged(after: error) else { throw error }
            count = try JournalFile.reseal(database, from: key, to: new)
        }
        key = new
        return count
    }

    /// Removes decisions that are too old or too many, and returns whether more may have to be removed.
    private func removeExcess(at now: Moment) throws(DatabaseError) -> Bool {
        var left = Self.batchLength
        if let expiry, expiry <= now.utc {
            let oldestKept = JournalNumbers.first(from: now.utc.advanced(by: .zero - limits.keep))
            left -= try remove(left, where: "number < ?", BoundValue(oldestKept))
        }
        while left > 0, let uid = try userAboveShare() {
            let removed = try remove(min(left, 32), where: "uid = ?", BoundValue(uid))
            // Sizes without rows would be those of a file that somebody has changed.
            if removed == 0 { _ = try database.rows("DELETE FROM sizes WHERE uid = ?", [BoundValue(uid)]) }
            left -= max(removed, 1)
        }
        return left <= 0
    }

    /// Returns the number of the user who must lose decisions: one above the own limit, or else the one with the most.
    private func userAboveShare() throws(DatabaseError) -> Int64? {
        let fullest = """
            SELECT uid FROM sizes WHERE bytes > ? OR (SELECT sum(bytes) FROM sizes) > ? ORDER BY bytes DESC LIMIT 1
            """
        let limits = [limits.userBytes, limits.totalBytes].map { BoundValue(Int64($0)) }
        return try database.rows(fullest, limits).first?.first?.integer
    }

    /// Removes the oldest rows that satisfy a condition, and returns how many there were.
    private func remove(
        _ limit: Int,
        where condition: String,
        _ value: BoundValue
    ) throws(DatabaseError) -> Int {
        let statement = try Statement(
            database,
            """
            DELETE FROM decisions WHERE (uid, number) IN
                (SELECT uid, number FROM decisions WHERE \(condition) ORDER BY number LIMIT ?)
            RETURNING uid, length(sealed)
            """
        )
        let removed = try statement.rows([value, BoundValue(Int64(limit))])
        try changeSizes(
            by: removed.reduce(into: [:]) { changes, row in
                guard let uid = row[0].integer, let count = row[1].integer else { return }
                changes[uid, default: 0] -= JournalFile.size(of: Int(count))
            }
        )
        return removed.count
    }

    // MARK: Reading

    func note(_ error: DatabaseError) {
        if !replaceDamaged(after: error) { warn(of: error) }
    }

    private func warn(of error: DatabaseError) {
        let reason = StateStoreError(error, path: file.path)
        warnings.append("the journal cannot be saved or read now: \(reason)")
    }

    func tellOfUnreadable() {
        if !toldOfUnreadable {
            warnings.append("rows of 'decisions' in \(file.path) cannot be read and are left out")
        }
        toldOfUnreadable = true
    }
}

package struct JournalLimits: Hashable, Sendable {
    /// The age at which a decision is removed, at the latest an hour later; with zero nothing is written to the disk.
    package var keep: Duration

    /// The most bytes of the decisions of one user; those about everybody count as one user's.
    package var bytesPerUser: Int

    package init(keep: Duration = .seconds(7 * 86_400), bytesPerUser: Int = 4 << 20) {
        self.keep = keep
        self.bytesPerUser = bytesPerUser
    }

    var isOnDisk: Bool { keep > .zero }

    /// The most bytes of the decisions of one user where the journal is now.
    var userBytes: Int { isOnDisk ? bytesPerUser : min(bytesPerUser, 512 << 10) }

    /// The most bytes of all users together.
    ///
    /// Above that, the user who has the most loses the oldest.
    var totalBytes: Int { 16 * userBytes }
}
