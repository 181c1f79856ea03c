import LocationModel
import WaymarkEngine

/// Locations that were given to the apps of a user one after another, sealed together.
///
/// A significant change is given to many apps in one commit, and a seal and a row of its own take longer than all else
/// that an access needs.
struct AccessRow: SealedContent {
    /// The most accesses in a row, so that a damaged one loses no more.
    static let limit = 64

    private(set) var records: [AccessRecord]

    /// Returns the rows for the accesses of a commit, in the order of each user's.
    static func rows(for changes: [StateChange]) -> [(key: AccessKey, row: AccessRow)] {
        var rows: [(key: AccessKey, row: AccessRow)] = []
        var latest: [UserIdentifier: Int] = [:]
        for case .accessed(let record, let number, _) in changes {
            let key = AccessKey(user: record.app.user, number: number)
            if let index = latest[key.user], rows[index].row.records.count < limit {
                rows[index].key = key
                rows[index].row.records.append(record)
            } else {
                latest[key.user] = rows.count
                rows.append((key, AccessRow(records: [record])))
            }
        }
        return rows
    }

    private init(records: [AccessRecord]) { self.records = records }

    var sealedForm: [UInt8] {
        // One alone has the form of earlier versions, which gave each a row.
        if records.count == 1 { return records[0].form }
        var bytes: [UInt8] = []
        bytes.append(UInt64(records.count))
        for record in records {
            let form = record.form
            bytes.append(UInt64(form.count))
            bytes += form
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: AccessKey) {
        var reader = FormReader(bytes)
        guard let count = reader.number() else { return nil }
        // One alone begins with its date in nanoseconds, which is more than any count.
        guard count <= UInt64(Self.limit) else {
            guard let record = AccessRecord(form: bytes, of: key.user) else { return nil }
            records = [record]
            return
        }
        records = []
        for _ in 0..<count {
            guard let record = reader.part().flatMap({ AccessRecord(form: Array($0), of: key.user) }) else {
                return nil
            }
            records.append(record)
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// The latest of some locations that were given to the apps of a user, which are numbered from 0.
struct AccessKey: Sendable {
    let user: UserIdentifier
    let number: UInt64
}
