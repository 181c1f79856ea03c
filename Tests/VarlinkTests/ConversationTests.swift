import Testing
import Varlink

@Suite("A conversation")
struct ConversationTests: ~Copyable {
    private let start = ContinuousClock.now
    private var conversation = Conversation()

    // An expectation copies the value whose property it names.
    private var isStreaming: Bool { conversation.isStreaming }
    private var wantsInput: Bool { conversation.wantsInput }

    private func message(_ method: String, _ flag: String = "") -> ArraySlice<UInt8> {
        (Array("{\"method\":\"\(method)\"\(flag)}".utf8) + [0])[...]
    }

    @Test("stays with a stream until its last reply")
    mutating func streaming() {
        conversation.received(message("a.b.Watch", ",\"more\":true") + message("a.b.Next"), at: start)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.Watch", mode: .more)))
        #expect(isStreaming)
        for _ in 0..<3 {
            let continues = conversation.replied(continues: true, at: start)
            #expect(continues)
            #expect(conversation.nextStep(at: start) == .wait)
        }
        let isSent = conversation.replied(continues: false, at: start)
        #expect(isSent && !isStreaming)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.Next")))
    }

    @Test("swallows the reply to a oneway call")
    mutating func oneway() {
        conversation.received(message("a.b.Tell", ",\"oneway\":true"), at: start)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.Tell", mode: .oneway)))
        let isSent = conversation.replied(continues: false, at: start)
        #expect(!isSent && wantsInput)
    }

    @Test("does not listen while a call is unanswered, nor while sixteen wait")
    mutating func listening() {
        #expect(wantsInput)
        for _ in 0..<15 { conversation.received(message("a.b.C"), at: start) }
        #expect(wantsInput)
        conversation.received(message("a.b.C"), at: start)
        #expect(!wantsInput)
        for left in (0..<16).reversed() {
            #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.C")))
            #expect(!wantsInput)
            _ = conversation.replied(continues: false, at: start)
            #expect(conversation.wantsInput == (left < 16))
        }
    }

    @Test("does not listen while as many bytes wait as a message may have, nor ever stops within one")
    mutating func waitingBytes() {
        conversation.received(ArraySlice(repeating: UInt8(ascii: " "), count: 60_000), at: start)
        #expect(wantsInput)
        conversation.received(message("a.b.C"), at: start)
        #expect(wantsInput)
        let long = message("a.b.C", String(repeating: " ", count: 10_000))
        conversation.received(long, at: start)
        #expect(!wantsInput)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.C")))
        _ = conversation.replied(continues: false, at: start)
        #expect(wantsInput)
    }

    @Test("answers what came before the end of input, then finishes")
    mutating func halfClosed() {
        conversation.received(message("a.b.C"), at: start)
        conversation.inputEnded()
        #expect(!wantsInput)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.C")))
        #expect(conversation.nextStep(at: start) == .wait)
        _ = conversation.replied(continues: false, at: start)
        #expect(conversation.nextStep(at: start) == .close(.finished))
    }

    @Test("that ends within a message is truncated")
    mutating func truncated() {
        conversation.received(Array("{\"method\":\"".utf8)[...], at: start)
        conversation.inputEnded()
        #expect(conversation.nextStep(at: start) == .close(.truncated))
    }

    @Test("is closed over a message that is no call, after those before it")
    mutating func violation() {
        conversation.received(message("a.b.C") + [0x5B, 0], at: start)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.C")))
        _ = conversation.replied(continues: false, at: start)
        #expect(conversation.nextStep(at: start) == .close(.violated(CallError("it is no JSON object"))))
    }

    @Test("is closed over a message of more than 64 KiB and not of just that")
    mutating func tooLong() {
        let call = Array("{\"method\":\"a.b.C\"}".utf8)
        let longest = call + Array(repeating: 0x20, count: 65_536 - call.count)
        conversation.received((longest + [0] + longest + [0x20])[...], at: start)
        #expect(conversation.nextStep(at: start) == .answer(Call(method: "a.b.C")))
        _ = conversation.replied(continues: false, at: start)
        #expect(!wantsInput)
        #expect(conversation.nextStep(at: start) == .close(.messageTooLong))
    }

    @Test("is closed ten seconds after the start of a message, however it trickles in")
    mutating func tooSlow() {
        #expect(conversation.deadline == nil)
        for second in 0..<10 {
            conversation.received([0x20], at: start + .seconds(second))
            #expect(conversation.deadline == start + .seconds(10))
            #expect(conversation.nextStep(at: start + .seconds(second)) == .wait)
        }
        #expect(conversation.nextStep(at: start + .seconds(10)) == .close(.messageTooSlow))
    }

    @Test("does not hold the time of its own answering against a message that has begun")
    mutating func slowAnswer() {
        conversation.received(message("a.b.C") + [0x7B], at: start)
        _ = conversation.nextStep(at: start)
        #expect(conversation.deadline == nil)
        _ = conversation.replied(continues: false, at: start + .seconds(60))
        #expect(conversation.nextStep(at: start + .seconds(61)) == .wait)
        #expect(conversation.deadline == start + .seconds(70))
    }
}
