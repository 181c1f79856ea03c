import Varlink
import WaymarkInterfaces

/// Parses any bytes as a peer's messages: they are understood unambiguously or rejected.
func fuzzCall(_ bytes: [UInt8]) {
    let message = Array(bytes.prefix { $0 != 0 })
    checkObject(message)
    checkCall(message)
    _ = try? ReceivedReply(parsing: message)
    let atOnce = steps(of: bytes, chunk: bytes.count)
    precondition(atOnce == steps(of: bytes, chunk: 1 + bytes.count / 3))
}

private func checkObject(_ message: [UInt8]) {
    guard let object = try? JSONObject(message) else { return }
    precondition(Set(object.members.map(\.name)).count == object.members.count)
    for member in object.members {
        let value = member.value
        switch value.kind {
        case .string: precondition((try? String(reading: value)) != nil)
        case .object: precondition((try? JSONObject(Array(value.bytes))) != nil)
        case .array:
            precondition(value.bytes.first == UInt8(ascii: "[") && value.bytes.last == UInt8(ascii: "]"))
        case .number: precondition((try? Int(reading: value)) == nil || (try? Double(reading: value)) != nil)
        case .bool, .null: precondition(!value.bytes.isEmpty)
        }
        // The first member of a name is the only one.
        precondition(value.kind == .null || object[member.name]?.bytes == value.bytes)
    }
    check(WidgetsInterface.DeliverTimeline.self, object)
    check(WidgetsInterface.Serve.self, object)
    check(SettingsInterface.ListAccesses.self, object)
    _ = try? WidgetsInterface.Serve.Reply(object)
}

/// What was read is written in a way that reads as the same.
private func check<Parameters: MethodParameters>(_ type: Parameters.Type, _ object: JSONObject) {
    guard let parameters = try? Parameters(parameters: object) else { return }
    precondition((try? Parameters(parameters: JSONObject(parameters.json))) == parameters)
}

private func checkCall(_ message: [UInt8]) {
    guard let call = try? Call(parsing: message) else { return }
    let again = try? Call(parsing: Call.message(call.method, call.mode, call.parameters).dropLast())
    precondition(again?.method == call.method && again?.mode == call.mode)
    precondition(again?.parameters.members.map(\.name) == call.parameters.members.map(\.name))
    precondition(again?.parameters.members.map(\.value.kind) == call.parameters.members.map(\.value.kind))
}

/// Returns the steps of a server when the bytes arrive in chunks and every call is answered at once.
private func steps(of bytes: [UInt8], chunk: Int) -> [Conversation.Step] {
    let now = ContinuousClock().systemEpoch
    var conversation = Conversation()
    var steps: [Conversation.Step] = []
    var start = 0
    while start < bytes.count, conversation.wantsInput {
        let end = min(start + chunk, bytes.count)
        conversation.received(bytes[start..<end], at: now)
        start = end
        if take(&steps, from: &conversation, at: now) { return steps }
    }
    conversation.inputEnded()
    precondition(take(&steps, from: &conversation, at: now), "a conversation ends after its last byte")
    return steps
}

/// Appends the possible steps, and returns whether the conversation has ended.
private func take(
    _ steps: inout [Conversation.Step],
    from conversation: inout Conversation,
    at now: ContinuousClock.Instant
) -> Bool {
    while true {
        let step = conversation.nextStep(at: now)
        switch step {
        case .wait: return false
        case .close:
            steps.append(step)
            return true
        case .answer:
            steps.append(step)
            _ = conversation.replied(continues: false, at: now)
        }
    }
}
