import LocationModel
import StateStore
import WaymarkEngine

/// The time to write the journal, to read it, and to seal it anew.
struct JournalBenchmark {
    let folder: String
    let report: Report

    private let keySource = KeySource(keyFile: nil, credentialsDirectory: nil)

    init(folder: String, report: Report) {
        self.folder = folder
        self.report = report
    }

    func run() throws {
        try fill()
        let opening = try Costs(of: 5) { _ = try StateStore.open(directory: folder, keySource: keySource) }
        report.figure("open with it, processor time", opening.processor.median * 1e3, "ms")
    }

    private func fill() throws {
        let store = try StateStore.open(directory: folder, keySource: keySource).store
        let journal = store.journal
        let now = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_790_000_000))
        var number: UInt64 = JournalNumbers.first(from: now.utc)
        func add(_ count: Int, of user: UInt32) {
            let app = AppIdentifier("org.example.Weather").map { AppKey(user: UserIdentifier(user), app: $0) }
            let subject = JournalSubject(app: app, widget: WidgetIdentifier(1))
            for _ in 0..<count {
                number += 1
                let decision = Decision.significantChange(distanceMeters: 512.5, after: .seconds(300))
                let entry = JournalEntry(number: number, moment: now, subject: subject, decision: decision)
                journal.add(entry, at: now.instant)
            }
        }
        let writing = Costs(of: 40) {
            add(256, of: 1000)
            journal.advance(at: now)
        }
        report.figure("write 256 decisions in a turn, median", writing.processor.median * 1e3, "ms")
        report.figure("write 256 decisions, 99 of 100 within", writing.processor.percentile99 * 1e3, "ms")
        let single = Costs(of: 500) {
            add(1, of: 1000)
            journal.flush(at: now)
        }
        report.figure("write one decision, median", single.processor.median * 1e3, "ms")

        for user in 1000..<UInt32(1016) {
            for _ in 0..<48 {
                add(256, of: user)
                journal.flush(at: now)
            }
        }
        let reading = Costs(of: 200) {
            _ = journal.piece(.after(0), for: UserIdentifier(1000)) { _ in true }
        }
        report.figure("read a piece of 100 decisions, median", reading.processor.median * 1e3, "ms")
        let searching = Costs(of: 50) {
            _ = journal.latest(20, amongPieces: 5, for: UserIdentifier(1000)) { _ in false }
        }
        report.figure(
            "search 500 decisions in vain for an explanation, median",
            searching.processor.median * 1e3,
            "ms"
        )
        let sealing = try Costs(of: 1) { _ = try store.rekey() }
        report.figure("seal a full journal of 16 users anew", sealing.processor.median * 1e3, "ms")
    }
}
