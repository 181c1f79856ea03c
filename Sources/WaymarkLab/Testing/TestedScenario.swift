import CommandLineTool
package import Lab
import LinuxSystem
import LocationModel
import UserInput
package import Varlink
import WaymarkEngine

struct TestedScenario {
    let path: String
    let name: String

    /// The outcome; `nil` if the scenario could not be read.
    let outcome: ScenarioOutcome?

    /// The lines about each failure, or about each mistake in it.
    let complaints: [[String]]

    /// The real time that it took.
    let elapsed: Duration

    var passed: Bool { outcome?.failures.isEmpty ?? false }

    func line(_ output: Output) -> String {
        let mark = passed ? output.coloured("ok  ", .green) : output.coloured("FAIL", .red)
        let name = name.harmless.padded(to: 34)
        guard let outcome else { return "\(mark)  \(name) cannot be read" }
        let expectations = counted(outcome.expectations, "expectation")
        return "\(mark)  \(name) \(expectations.padded(to: 16))"
            + "\(spoken(seconds: outcome.duration.inSeconds)) in \(spoken(seconds: elapsed.inSeconds))"
    }
}

extension TestedScenario: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("scenario", name)
            json.member("file", path)
            json.member("passed", passed)
            json.member("elapsedSeconds", elapsed.inSeconds)
            json.member("expectations", outcome?.expectations)
            json.member("decisions", outcome?.decisions)
            json.member("virtualSeconds", outcome?.duration.inSeconds)
            json.member("failures", outcome?.failures)
            json.member("problem", outcome == nil ? complaints.joined().joined(separator: "\n") : nil)
        }
    }
}

extension ScenarioFailure: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("line", line)
            json.member("expected", text)
            json.member("found", found)
        }
    }
}

/// A report in the form of JUnit, which build servers read.
struct JUnitReport {
    let scenarios: [TestedScenario]

    /// The report's lines, without the end of the last one.
    var text: String {
        let failed = scenarios.count { !$0.passed }
        let seconds = scenarios.reduce(0) { $0 + $1.elapsed.inSeconds }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="waymark" tests="\#(scenarios.count)" failures="\#(failed)" time="\#(seconds)">"#,
        ]
        for scenario in scenarios {
            let head =
                #"  <testcase classname="\#(scenario.path.harmless.inXML)" name="\#(scenario.name.harmless.inXML)" time="\#(scenario.elapsed.inSeconds)""#
            guard !scenario.passed else {
                lines.append(head + "/>")
                continue
            }
            lines.append(head + ">")
            for complaint in scenario.complaints {
                lines.append(
                    #"    <failure message="\#((complaint.first ?? "").harmless.inXML)">\#(complaint.joined(separator: "\n").harmless(keeping: ["\n"]).inXML)</failure>"#
                )
            }
            lines.append("  </testcase>")
        }
        return (lines + ["</testsuite>"]).joined(separator: "\n")
    }
}
