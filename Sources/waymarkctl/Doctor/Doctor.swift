import CommandLineTool
import UserInput
import Varlink

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "find out what keeps this machine or an app from a location, and what to do",
        operands: "[APP]",
        details: """
            It looks at the service, the switch for location services, the receivers with gpsd, who may know the
            location, agents, launchers and the clock, in this order, and says the one thing to do next. If waymarkctl
            itself may know the location, it tries to get it, for up to 10 s. It changes nothing.

            Each line is 'good', 'wrong', a 'note' about what keeps nobody from anything now, or 'unknown', with
            the reason. The exit status is 1 if anything is wrong.
            """
    ) { invocation in
        let app = invocation.operands.first
        let diagnosis = Diagnosis(try FactFinder(service: invocation.service, app: app).find())
        let output = invocation.output
        if invocation.isForMachines {
            try output.line(CodedEncoder.plainJSON(diagnosis))
        } else {
            try show(diagnosis, on: output)
        }
        if diagnosis.isWrong { throw Failure.isSaid }
    }

    private static func show(_ diagnosis: Diagnosis, on output: Output) throws {
        let width = Diagnosis.Check.allCases.map(\.words.count).max() ?? 0
        for finding in diagnosis.findings {
            let result = output.coloured(finding.result.rawValue.padded(to: 7), finding.result.colour)
            let text = output.wrapped(output.told(finding.text), indent: 7 + 2 + width + 2)
            try output.line("\(result)  \(finding.check.words.padded(to: width))  \(text)")
        }
        if let next = diagnosis.next {
            try output.line("")
            try output.line(output.wrapped("Next: \(next)", indent: 6))
        } else {
            try output.line("Nothing is wrong.")
        }
    }

    static let doctorHint = "'waymarkctl doctor' finds out what to do."
}

extension Diagnosis.Result {
    fileprivate var colour: Output.Colour {
        switch self {
        case .good: .green
        case .wrong: .red
        case .note: .yellow
        case .unknown: .faint
        }
    }
}
