import CommandLineTool
import Lab
import LocationModel
import Relay
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let fleet = Command(
        name: "fleet",
        summary: "simulate many machines, and print the messages that their relays would send",
        operands: "",
        options: [
            .init("machines", value: .text("N"), "how many; default 10"),
            .init("hours", value: .text("N"), "of each one's time, from half past six; default 24"),
            .init(
                "kind",
                value: .word(FleetKind.allCases.map(\.rawValue)),
                "what all of them are; default a mixed fleet"
            ),
            .init(
                "as",
                value: .word(RelaySettings.FormatName.allCases.map(\.rawValue)),
                "the form of messages; default waymark"
            ),
            .init("seed", value: .text("N"), "for another fleet; default 1"),
            .init("forget", "print only what leaves no place on the broker"),
        ],
        details: """
            Each machine has a receiver with the errors of a real one, and the service's engine, in virtual time.
            Each line is a JSON object with a message: device, topic, payload, whether it is retained, and after how
            many seconds it is sent; and what makes it unique: outbox and sequence. Lines without these are sent after
            each connection. Samples/fleet publishes them. What a machine sends on average is printed on standard error.
            """
    ) { invocation in
        let form = "a whole number from 1 to 100000"
        func number(_ name: String, default value: Int) throws(Failure) -> Int {
            try invocation.line.value(of: name, form) {
                Int($0).flatMap { (1...100_000).contains($0) ? $0 : nil }
            } ?? value
        }
        let machines = try number("machines", default: 10)
        let hours = try number("hours", default: 24)
        let span = Duration.seconds(hours * 3600)
        let seed = try number("seed", default: 1)
        let kind = invocation.line.value(of: "kind").flatMap(FleetKind.init)
        let format = invocation.line.value(of: "as").flatMap(RelaySettings.FormatName.init) ?? .waymark
        var lines: [FleetLine] = []
        var counts: [String: Int] = [:]
        let progress = Progress(besideResults: true)
        for index in 0..<machines {
            let kind = kind ?? FleetKind(ofMachine: index)
            let machine = FleetMachine(index, kind, for: span, seed: UInt64(seed))
            let (writer, device) = (machine.settings.format(format), machine.settings.device)
            func add(_ messages: [RelayMessage], _ event: RelayEvent? = nil) {
                lines += messages.map { FleetLine($0, of: device, event) }
            }
            if invocation.line.has("forget") {
                add(writer.forgetting)
                continue
            }
            add(writer.greeting([]))
            machine.run { event in
                counts[event.kind.rawValue, default: 0] += 1
                add(writer.messages(for: event, isNewest: true), event)
            }
            progress.report(Double(index + 1) / Double(machines), at: nil)
        }
        progress.end()
        for line in lines.sorted(by: { $0.seconds < $1.seconds }) {
            try invocation.output.line(CodedEncoder.plainJSON(line))
        }
        guard !invocation.line.has("forget") else { return }
        let sent = lines.filter { $0.sequence != nil }
        let bytes = sent.reduce(0) { $0 + $1.topic.utf8.count + $1.payload.utf8.count }
        func ofOne(_ value: Int) -> String { (Double(value) / Double(machines)).text(places: 1) }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            Output.complain("\(kind): \(ofOne(count)) a machine in \(hours) h")
        }
        Output.complain(
            "messages: \(ofOne(sent.count)) a machine in \(hours) h, \(ofOne(bytes)) bytes of topics and payloads"
        )
    }
}

/// A message of a simulated machine; those without a number are sent after each connection.
private struct FleetLine: Encodable {
    let device: String
    let isRetained: Bool?
    let outbox: String?
    let payload: String
    let seconds: Double
    let sequence: Int?
    let topic: String

    init(_ message: RelayMessage, of device: String, _ event: RelayEvent?) {
        (self.device, topic) = (device, message.topic)
        (outbox, sequence) = (event?.outbox, event?.sequence)
        seconds = event.map { Scenario.defaultStart.duration(to: $0.written).inSeconds } ?? 0
        isRetained = message.isRetained ? true : nil
        payload = String(decoding: message.payload, as: UTF8.self)
    }
}
