package import LocationModel

/// A place in the list of accesses: that of an access which was listed.
package struct AccessPlace: Hashable, Sendable {
    /// The user of the access.
    package let user: UserIdentifier

    /// The number of the access among those of the user.
    package let number: UInt64

    /// The date of the access, or that of an older one listed before it.
    ///
    /// The clock may have been set back, so the accesses of one user are ordered by number.
    package let date: UTCInstant

    /// Creates a place.
    package init(user: UserIdentifier, number: UInt64, date: UTCInstant) {
        self.user = user
        self.number = number
        self.date = date
    }
}

/// A part of the list of accesses.
package struct AccessPage: Hashable, Sendable {
    /// The accesses, newest first.
    package var records: [AccessRecord] = []

    /// The place after which the next page begins; `nil` in the last.
    package var next: AccessPlace?
}

extension Engine {
    /// The number of records examined for one page.
    private static let examinedForPage = 1000

    /// Returns a page of the locations given to the apps of those whom `caller` may decide for, newest first.
    ///
    /// - Parameters:
    ///   - caller: Who asks.
    ///   - app: The app whose accesses are wanted; `nil` for all apps.
    ///   - place: The place after which the page begins; `nil` for the newest access.
    ///   - limit: The most accesses on the page.
    /// - Returns: The page.
    package func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier? = nil,
        after place: AccessPlace? = nil,
        limit: Int = AccessLog.capacity
    ) -> AccessPage {
        var logs: [(user: UserIdentifier, log: AccessLog, back: Int)] = []
        if let user = caller.scope {
            if caller.mayDecideFor(user), let log = saved.accessLogs[user] { logs = [(user, log, 0)] }
        } else if caller.mayDecideFor(.root) {
            logs = saved.accessLogs.sorted { $0.key < $1.key }.map { ($0.key, $0.value, 0) }
        }
        if let place {
            for index in logs.indices {
                logs[index].back = start(in: logs[index].log, of: logs[index].user, place)
            }
        }
        var (page, date) = (AccessPage(), place?.date)
        for _ in 0..<Self.examinedForPage where page.records.count < limit {
            var newest: (index: Int, record: AccessRecord)?
            for (index, log) in logs.enumerated() where log.back < log.log.count {
                let record = log.log.latest(log.back)
                if newest.map({ record.date > $0.record.date }) ?? true { newest = (index, record) }
            }
            guard let (index, record) = newest else {
                page.next = nil
                return page
            }
            date = date.map { min($0, record.date) } ?? record.date
            let number = logs[index].log.nextNumber - 1 - UInt64(logs[index].back)
            page.next = AccessPlace(user: logs[index].user, number: number, date: date ?? record.date)
            logs[index].back += 1
            if app.map({ $0 == record.app.app }) ?? true { page.records.append(record) }
        }
        if logs.allSatisfy({ $0.back >= $0.log.count }) { page.next = nil }
        return page
    }

    /// Returns how many of the latest records of a user come before a place or are there.
    private func start(in log: AccessLog, of user: UserIdentifier, _ place: AccessPlace) -> Int {
        if user == place.user {
            return min(
                Int(clamping: log.nextNumber.subtractingReportingOverflow(place.number).partialValue),
                log.count
            )
        }
        // Of several accesses at one date, those of lower users come first.
        return (0..<log.count).first {
            let date = log.latest($0).date
            return date < place.date || date == place.date && user > place.user
        } ?? log.count
    }
}
