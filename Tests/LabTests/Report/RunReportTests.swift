import LocationModel
import TestSupport
import Testing
import Varlink

@testable import Lab
@testable import WaymarkEngine

@Suite("A report")
struct RunReportTests {
    private static let start = UTCInstant(secondsSince1970: 1_778_567_400)

    private func moment(_ seconds: Double) -> Moment {
        Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(seconds)),
            utc: Self.start.advanced(by: .seconds(seconds))
        )
    }

    private func fix(east: Double) throws -> Fix {
        let home = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        return Fix(
            coordinate: home.offset(eastMeters: east, northMeters: 0),
            accuracy: FixAccuracy(horizontal68Meters: 40, horizontal95Meters: 65, source: .dilution)
        )
    }

    /// Adds a decision of some second, made by a fix 10 m farther east for each.
    private func add(
        _ decision: Decision,
        about subject: JournalSubject,
        at seconds: Double,
        to report: inout RunReport
    ) throws {
        let at = moment(seconds)
        let entry = JournalEntry(number: 0, moment: at, subject: subject, decision: decision)
        report.add(entry, try fix(east: seconds * 10))
    }

    private func report() throws -> RunReport {
        var report = RunReport(title: "A <day>", subtitle: "of a & b", start: Self.start)
        for second in 0..<600 { report.add(try fix(east: Double(second) * 10), at: moment(Double(second))) }
        let widget = JournalSubject(widget: WidgetIdentifier(1))
        let decisions: [(Double, JournalSubject, Decision)] = [
            (0, widget, .widget(.viewed)),
            (1, .everybody, .position(.significantChange(distanceMeters: nil, elapsed: nil))),
            (
                1, widget,
                .widget(
                    .reload(
                        RequestIdentifier(1),
                        reason: .significantChange,
                        location: nil,
                        deadline: .seconds(30),
                        charge: .free(exemption: .reason)
                    )
                )
            ),
            (60, widget, .widget(.hidden(inUseFor: .seconds(240)))), (300, widget, .widget(.windowEnded)),
            (
                400, widget,
                .widget(
                    .pending(reason: .significantChange, obstacle: .notInUse(lastInView: .seconds(340)))
                )
            ),
            (
                500, widget,
                .widget(
                    .timelineFailed(RequestIdentifier(2), message: "<script>", retry: .seconds(30))
                )
            ),
        ]
        for (time, subject, decision) in decisions {
            try add(decision, about: subject, at: time, to: &report)
        }
        report.finish(at: moment(600).utc)
        return report
    }

    @Test("has a band for each widget: in view, in use, pending")
    func bands() throws {
        let band = try #require(try report().bands[WidgetIdentifier(1)])
        func spans(_ spans: [RunReport.Span]) -> [[Double]] {
            spans.map {
                [Self.start.duration(to: $0.start).inSeconds, Self.start.duration(to: $0.end).inSeconds]
            }
        }
        #expect(spans(band.inView.spans) == [[0, 60]])
        #expect(spans(band.inUse.spans) == [[0, 300]])
        #expect(spans(band.pending.spans) == [[400, 500]])
        #expect(band.events.count == 2)
        #expect(try report().html.contains(">1 reload<"), "a timeline that failed is none")
    }

    @Test("is exported without times that no fix has")
    func undated() throws {
        var export = TrackExport(.gpx, title: "x")
        export.add(try fix(east: 0), at: moment(0).utc)
        #expect(export.text.contains("<trkpt") && !export.text.contains("<time>"))
    }

    @Test("has no mark of its form in the text of others, also where an accent follows it")
    func accents() throws {
        let foreign = "x\"\u{301} onpointerenter=document.title=`y` a=<\u{338}b>&\u{301}"
        func report(_ text: String) throws -> RunReport {
            var report = RunReport(title: text, subtitle: text, start: Self.start)
            let subject = JournalSubject(widget: WidgetIdentifier(1))
            let failure = WidgetDecision.timelineFailed(
                RequestIdentifier(2),
                message: text,
                retry: .seconds(30)
            )
            try add(.widget(failure), about: subject, at: 1, to: &report)
            report.finish(at: moment(60).utc)
            return report
        }
        func export(_ form: TrackExport.Form, _ text: String) throws -> String {
            var export = TrackExport(form, title: text)
            for second in 0..<3 { export.add(try fix(east: Double(second)), at: moment(Double(second)).utc) }
            export.mark(text, text, at: try fix(east: 0).coordinate, nil)
            return export.text
        }
        let (harmless, foreignReport) = (try report("x"), try report(foreign))
        var pairs = [(harmless.html, foreignReport.html), (harmless.svg, foreignReport.svg)]
        for form in TrackExport.Form.allCases {
            pairs.append((try export(form, "x"), try export(form, foreign)))
        }
        for (plain, text) in pairs {
            if text.hasPrefix("{") {
                #expect(throws: Never.self) { try JSONObject(Array(text.utf8)) }
            } else {
                for mark: Unicode.Scalar in ["<", ">", "\""] {
                    let counts = [plain, text].map { $0.unicodeScalars.count { $0 == mark } }
                    #expect(counts[0] == counts[1])
                }
            }
        }
    }

    @Test("allows its one style and its one script to run, and nothing else")
    func policy() async throws {
        let html = try report().html
        let folder = try TemporaryFolder()
        for (element, source) in [("style", "style-src"), ("script", "script-src")] {
            let pattern = try Regex("(?s)<\(element)>(.*)</\(element)>")
            let content = try #require(html.firstMatch(of: pattern)?[1].substring)
            try folder.write(String(content), to: element)
            let sum = """
                import base64, hashlib, sys
                print(base64.b64encode(hashlib.sha256(open(sys.argv[1], "rb").read()).digest()).decode())
                """
            let file = "\(folder.path)/\(element)"
            let sums = try await RunningProgram.output(of: ["python3", "-c", sum, file])
            let line = sums.split(separator: "\n").first ?? ""
            #expect(html.contains("\(source) 'sha256-\(line)'"), "the sum is \(line)")
        }
        #expect(!html.contains("unsafe-inline"))
    }

    @Test("needs nothing from outside")
    func selfContained() throws {
        let report = try report()
        for text in [report.html, report.svg] {
            let others = text.replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!others.contains("http:") && !others.contains("https:") && !others.contains("url("))
        }
        #expect(report.svg.hasPrefix("<svg xmlns="))
    }

    @Test("draws a day of fixes with a bounded number of points")
    func bounded() throws {
        var sketch = TrackSketch()
        for second in 0..<86_400 {
            sketch.add(try fix(east: Double(second) * 3), at: moment(Double(second)).utc)
        }
        #expect((TrackSketch.limit / 4...TrackSketch.limit).contains(sketch.points.count))
    }
}
