package import LocationModel
import SealedDatabase
package import WaymarkEngine

/// The decisions of each user, bounded by age and bytes, in a file beside the state.
///
/// The journal keeps fewer promises than the state: a decision waits in memory for up to a second before it is written,
/// and no write waits for the disk. So a kill loses the last second, a power cut perhaps some more, and no call and no
/// fix takes longer. Nor does a call fail because the journal cannot be written.
///
/// Where nothing may be written, the same tables are in memory, within narrower limits.
package final class Journal {
    /// The most rows that are written, and the most that are removed, in one turn of the loop.
    static let batchLength = 256

    /// The time that decisions wait for others to be written together.
    private static let writeDelay: Duration = .seconds(1)
    private static let retryInterval: Duration = .seconds(5)

    /// The number of waiting decisions that are written without further delay.
    ///
    /// A significant change brings a decision and an event for each of perhaps a thousand widgets. The events go first,
    /// and the decisions wait as long as others.
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

    /// The bytes of each user's written decisions.
    private(set) var sizes: [UserIdentifier?: Int] = [:]
    private var oldest: UInt64?
    private var hasExcess = true

    private var warnings: [StateStoreWarning] = []

    /// Whether the file was found damaged while it was open.
    private var wasDamaged = false

    /// The numbers of rows that could not be read, and how many of them the log has been told.
    private var unreadable: (numbers: Set<UInt64>, told: Int) = ([], 0)

    /// Opens the journal of a state directory, creates it, or, if the limits say so, removes it.
    ///
    /// A file that cannot be read is moved aside, and where no file can be had, decisions are kept in memory. The former
    /// keys, which an interrupted change of keys may have left in force, are looked for when needed.
    ///
    /// - Throws: ``DatabaseError`` when there is no memory.
    init(
        at file: JournalFile,
        limits: JournalLimits,
        key: SealingKey,
        formerKeys: () -> [SealingKey]
    ) throws(DatabaseError) {
        self.file = file
        self.limits = limits
        self.key = key
        database = try JournalFile.makeInMemory(key: key)
        open(formerKeys: formerKeys)
    }

    /// Opens the file, if there is to be one, in place of the tables in memory.
    private func open(formerKeys: () -> [SealingKey] = { [] }) {
        do throws(StateStoreError) {
            guard limits.isOnDisk else { return try file.remove() }
            let opened: JournalFile.Opened
            do throws(LoadingError) {
                opened = try file.open(key: key, formerKeys: formerKeys)
            } catch {
                guard case .damaged(let reason) = error else { throw error.asStoreError(path: file.path) }
                try moveAside(reason: reason)
                do throws(LoadingError) {
                    opened = try file.open(key: key, formerKeys: { [] })
                } catch { throw error.asStoreError(path: file.path) }
            }
            if opened.key !== key { warnings.append(.journalUnderFormerKey(path: file.path)) }
            (database, key, sizes, oldest) = (opened.database, opened.key, opened.sizes, opened.oldest)
        } catch {
            warnings.append(.journalUnusable("\(error)"))
        }
    }

    private func moveAside(reason: String) throws(StateStoreError) {
        let target = try StateDirectory.moveAside(file.path)
        warnings.append(.journalMovedAside(path: file.path, to: target, reason: reason))
    }

    /// Begins anew in another file if an error tells that this one is damaged, and returns whether it does.
    ///
    /// Opening reads little of the file: damage to the rest is noticed when that is needed. A disk that damages the other
    /// file as well is not given a third before the next start.
    private func replaceDamaged(after error: DatabaseError) -> Bool {
        guard error.isCorruption, limits.isOnDisk, !wasDamaged,
            let inMemory = try? JournalFile.makeInMemory(key: key)
        else { return false }
        wasDamaged = true
        // The file is closed before it is moved.
        (database, sizes, oldest) = (inMemory, [:], nil)
        do throws(StateStoreError) {
            try moveAside(reason: error.message)
            open()
        } catch {
            warnings.append(.journalUnusable("\(error)"))
        }
        return true
    }

    package var numbers: JournalNumbers {
        let written = try? JournalFile.number("SELECT max(number) FROM decisions", in: database)
        return JournalNumbers(after: waiting.last?.number ?? written ?? 0)
    }

    /// Removes and returns the problems since the last call, for the log.
    package func removeWarnings() -> [StateStoreWarning] {
        guard !warnings.isEmpty else { return [] }
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

    /// Forgets the older half of the waiting decisions of the user who has the most.
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

    /// Writes what has waited long enough and removes what is too old or too much, a bounded amount of each.
    package func advance(at now: Moment) {
        guard let deadline = nextDeadline(at: now), deadline <= now.instant else { return }
        write(at: now)
    }

    /// Writes all that waits, before the service ends.
    package func flush(at now: Moment) {
        repeat { write(at: now) } while !waiting.isEmpty && !isFailing
    }

    private func write(at now: Moment) {
        let batch = waiting.prefix(Self.batchLength)
        do throws(DatabaseError) {
            var changed = sizes
            hasExcess = try database.transaction { () throws(DatabaseError) in
                try insert(batch, &changed)
                let mayRemain = try removeExcess(&changed, at: now)
                try writeSizes(changed)
                return mayRemain
            }
            sizes = changed
            waiting.removeFirst(batch.count)
            writeAt = waiting.isEmpty ? nil : now.instant
            oldest = try JournalFile.number("SELECT min(number) FROM decisions", in: database)
            if isFailing { warnings.append(.journalWorksAgain(lost: lost)) }
            (isFailing, lost) = (false, 0)
        } catch {
            if replaceDamaged(after: error) {
                writeAt = now.instant
                return
            }
            if !isFailing { warnings.append(.journalFails("\(StateStoreError(error, path: file.path))")) }
            isFailing = true
            writeAt = now.instant + Self.retryInterval
        }
    }

    private func insert(
        _ entries: ArraySlice<JournalEntry>,
        _ sizes: inout [UserIdentifier?: Int]
    ) throws(DatabaseError) {
        let statement = try Statement(
            database,
            "REPLACE INTO decisions (uid, number, sealed) VALUES (?, ?, ?)"
        )
        for entry in entries {
            let rowKey = JournalKey(owner: entry.subject.owner, number: entry.number)
            let sealed = key.seal(KeptDecision(entry).sealedForm, at: rowKey.place)
            try statement.run(rowKey.values + [BoundValue(sealed)])
            sizes[rowKey.owner, default: 0] += JournalFile.size(of: sealed.bytes.count)
        }
    }

    private func writeSizes(_ changed: [UserIdentifier?: Int]) throws(DatabaseError) {
        let statement = try Statement(database, "REPLACE INTO sizes (uid, bytes) VALUES (?, ?)")
        for (owner, bytes) in changed where sizes[owner] != bytes {
            try statement.run([BoundValue(JournalKey.column(of: owner)), BoundValue(Int64(max(bytes, 0)))])
        }
    }

    // MARK: Limits and keys

    /// Puts other limits into force; what is above them is removed bit by bit, and at once if nothing is to be kept.
    package func change(to limits: JournalLimits) {
        let wasOnDisk = self.limits.isOnDisk
        self.limits = limits
        hasExcess = true
        guard limits.isOnDisk != wasOnDisk, let inMemory = try? JournalFile.makeInMemory(key: key) else {
            return
        }
        // The file is closed before it is removed. What was to be in memory alone never gets to the disk.
        (database, sizes, oldest) = (inMemory, [:], nil)
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
    private func removeExcess(
        _ sizes: inout [UserIdentifier?: Int],
        at now: Moment
    ) throws(DatabaseError) -> Bool {
        var left = Self.batchLength
        if let expiry, expiry <= now.utc {
            let oldestKept = JournalNumbers.first(from: now.utc.advanced(by: .zero - limits.keep))
            left -= try remove(left, where: "number < ?", [BoundValue(oldestKept)], &sizes)
        }
        while left > 0, let owner = crowdedOwner(sizes) {
            let removed = try remove(
                min(left, 32),
                where: "uid = ?",
                [BoundValue(JournalKey.column(of: owner))],
                &sizes
            )
            // Sizes without rows would be those of a file that somebody has changed.
            if removed == 0 { sizes[owner] = 0 }
            left -= max(removed, 1)
        }
        return left <= 0
    }

    /// Returns the user who must lose decisions: one above the own limit, or else the one with the most.
    private func crowdedOwner(_ sizes: [UserIdentifier?: Int]) -> UserIdentifier?? {
        guard let fullest = sizes.max(by: { $0.value < $1.value }) else { return nil }
        let total = sizes.values.reduce(0, +)
        return fullest.value > limits.userBytes || total > limits.totalBytes ? .some(fullest.key) : nil
    }

    /// Removes the oldest rows that satisfy a condition, and returns how many there were.
    private func remove(
        _ limit: Int,
        where condition: String,
        _ values: [BoundValue],
        _ sizes: inout [UserIdentifier?: Int]
    ) throws(DatabaseError) -> Int {
        let statement = try Statement(
            database,
            """
            DELETE FROM decisions WHERE (uid, number) IN
                (SELECT uid, number FROM decisions WHERE \(condition) ORDER BY number LIMIT ?)
            RETURNING uid, length(sealed)
            """
        )
        let removed = try statement.rows(values + [BoundValue(Int64(limit))])
        for row in removed {
            guard let owner = JournalKey.owner(inColumn: row[0]), let count = row[1].integer else { continue }
            sizes[owner, default: 0] -= JournalFile.size(of: Int(count))
        }
        return removed.count
    }

    // MARK: Reading

    func noteUnreadable(_ number: UInt64) {
        if unreadable.numbers.count < 10_000 { unreadable.numbers.insert(number) }
    }

    func note(_ error: DatabaseError) {
        if replaceDamaged(after: error) { return }
        warnings.append(.journalFails("\(StateStoreError(error, path: file.path))"))
    }

    func tellUnreadable() {
        guard unreadable.numbers.count > unreadable.told else { return }
        unreadable.told = unreadable.numbers.count
        warnings.append(.unreadableRows(table: "decisions", count: unreadable.told))
    }
}
