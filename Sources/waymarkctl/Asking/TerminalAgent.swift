import CommandLineTool
import Glibc
import LinuxSystem
import UserInput
import Waymark

struct QuestionQueue {
    private(set) var waiting: [SettingsInterface.Prompt] = []

    var current: SettingsInterface.Prompt? { waiting.first }

    /// Adds a question at the end, or before all others, unless it is already in the queue.
    mutating func add(_ prompt: SettingsInterface.Prompt, first: Bool = false) {
        guard !waiting.contains(where: { $0.prompt == prompt.prompt }) else { return }
        waiting.insert(prompt, at: first ? 0 : waiting.count)
    }

    /// Removes a question that has ended, and returns it if it was in the queue.
    mutating func end(_ identifier: String) -> SettingsInterface.Prompt? {
        guard let index = waiting.firstIndex(where: { $0.prompt == identifier }) else { return nil }
        return waiting.remove(at: index)
    }

    mutating func putOff() {
        guard !waiting.isEmpty else { return }
        waiting.append(waiting.removeFirst())
    }

    /// Sets the accuracy that goes with the person's answer to the current question.
    mutating func setAccuracy(_ accuracy: AccuracyAuthorization) {
        guard !waiting.isEmpty else { return }
        waiting[0].accuracy = accuracy
    }
}

/// An agent that asks on the terminal.
///
/// The terminal itself edits the line being typed, and echoes it. What was typed before a question or a message is
/// discarded, so that it cannot answer a question that nobody has read.
final class TerminalAgent {
    private let invocation: Invocation
    private let stream: ServiceStream<SettingsInterface.Agent>
    private let patience: Patience
    private var queue = QuestionQueue()
    private var session = ""

    /// The question on the screen, the only one that input answers.
    private var asked: String?

    /// The app of this person whose questions are asked first, until no question waits; `nil` to go on waiting.
    private let app: String?

    init(
        _ invocation: Invocation,
        _ stream: ServiceStream<SettingsInterface.Agent>,
        firstAbout app: String? = nil
    ) throws {
        self.invocation = invocation
        self.app = app
        self.stream = stream
        patience = try Patience()
    }

    func run() throws {
        if app == nil { try say("Waiting for questions. Press Ctrl-D to end.") }
        while true {
            while let answer = try stream.next(timeout: .zero) { try handle(answer.value) }
            if app != nil, !session.isEmpty, queue.waiting.isEmpty { return }
            try showCurrent()
            guard try patience.wait(for: [STDIN_FILENO, stream.connection.descriptor]), try readLine() else {
                break
            }
        }
        // Nobody reads what is typed from here on.
        asked = nil
        try writeAllToOutput(Array("\n".utf8))
        if !queue.waiting.isEmpty {
            try say("Unanswered questions wait for another agent or for the settings.")
        }
    }

    // MARK: The service

    private func handle(_ event: SettingsInterface.Agent.Reply) throws {
        session = event.session ?? session
        for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? []) {
            queue.add(prompt, first: prompt.app == app && prompt.user == Int(geteuid()))
        }
        guard let ended = event.ended, let prompt = queue.end(ended) else { return }
        if asked == ended { asked = nil }
        try say("\(prompt.name.harmless): \(event.why?.words ?? "the question ended"); no answer is needed.")
    }

    private func answer(_ prompt: SettingsInterface.Prompt, _ choice: SettingsInterface.Choice) throws {
        _ = queue.end(prompt.prompt)
        let call = SettingsInterface.AnswerPrompt(
            session: session,
            prompt: prompt.prompt,
            choice: choice,
            accuracy: prompt.accuracy
        )
        let reply: SettingsInterface.AnswerPrompt.Reply
        do throws(ClientError) { reply = try invocation.service.call(call).value } catch {
            guard case .refused(let why) = Failure(error) else { throw error }
            return try say("\(prompt.name.harmless): \(why)")
        }
        let isAboutAll = prompt.proposal.map { $0.subject != .app } ?? false
        try say(isAboutAll ? choice.words : reply.app.standing)
    }

    // MARK: The person

    /// Handles the line that was typed, if there is one.
    ///
    /// Returns `false` at the end of input, and if the person wants to leave.
    private func readLine() throws -> Bool {
        guard let bytes = try? readInput(atMost: 256) else { return false }
        guard !bytes.isEmpty else { return true }
        // Nobody has been asked, or not about this.
        guard let prompt = queue.current, prompt.prompt == asked else { return true }
        asked = nil
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        switch TypedAnswer(text, to: prompt) {
        case .choice(let choice): try answer(prompt, choice)
        case .accuracy(let accuracy): queue.setAccuracy(accuracy)
        case .later: queue.putOff()
        case .leave: return false
        case .unclear:
            if !text.isEmpty { try say("'\(text.harmless)' is not an answer to this question.") }
        }
        return true
    }

    // MARK: The terminal

    /// Displays the current question unless it is already on the screen.
    private func showCurrent() throws {
        guard let prompt = queue.current, asked != prompt.prompt else { return }
        asked = nil
        for text in [""] + prompt.lines(on: invocation.output) { try say(text) }
        asked = prompt.prompt
        try invite()
    }

    /// Prints a line, in place of the one being typed.
    private func say(_ text: String) throws {
        try writeAllToOutput(Array("\r\u{1B}[K\(text)\n".utf8))
        if asked != nil { try invite() }
    }

    /// Asks for an answer, and discards what was typed before.
    private func invite() throws {
        try writeAllToOutput(Array("> ".utf8))
        tcflush(STDIN_FILENO, TCIFLUSH)
    }
}

extension SettingsInterface.Prompt {
    fileprivate func lines(on output: Output) -> [String] {
        let words = QuestionWords(self) { output.spoken(date: "\($0)", places: 0) }
        var lines = [words.question, "  \(words.who)"]
        if user != Int(geteuid()) { lines.append("  This is about user \(Command.userName(user)).") }
        lines += [words.why, words.end].compactMap { $0.map { "  \($0)" } }
        for (index, answer) in words.answers.enumerated() {
            lines.append("  \(index + 1)  \(answer.label): \(answer.meaning)")
        }
        if let accuracy {
            let other: AccuracyAuthorization = accuracy == .full ? .reduced : .full
            lines.append("  It will know \(accuracy.words); type '\(other.rawValue)' for \(other.words).")
        }
        return lines
    }
}

enum TypedAnswer: Hashable {
    case choice(SettingsInterface.Choice)
    case accuracy(AccuracyAuthorization)
    case later
    case leave

    /// An empty line, or one that is not an answer to the question.
    case unclear

    /// Parses a line: the number or words of a choice, yes, or no.
    init(_ line: String, to prompt: SettingsInterface.Prompt) {
        let word = Self.plain(line)
        if let number = Int(word), prompt.choices.indices.contains(number - 1) {
            self = .choice(prompt.choices[number - 1])
            return
        }
        switch word {
        case "l", "later": self = .later
        case "q", "quit", "exit": self = .leave
        case "full", "exactly", "precise": self = prompt.accuracy == nil ? .unclear : .accuracy(.full)
        case "reduced", "area": self = prompt.accuracy == nil ? .unclear : .accuracy(.reduced)
        case "y", "yes": self = Self.only(prompt.choices.first { $0.allows })
        case "n", "no": self = Self.only(prompt.choices.last { !$0.allows })
        default: self = Self.only(Self.choice(word, of: prompt.choices))
        }
    }

    /// Returns the choice named by a word such as `allow-once`.
    static func choice(_ word: String, of choices: [SettingsInterface.Choice]) -> SettingsInterface.Choice? {
        let word = plain(word)
        return choices.first { plain($0.rawValue) == word || plain($0.words) == word || $0.short == word }
    }

    private static func only(_ choice: SettingsInterface.Choice?) -> TypedAnswer {
        choice.map { .choice($0) } ?? .unclear
    }

    /// Returns the letters and digits in lower case, so that `allowOnce`, `allow-once` and `Allow once` are the same.
    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension SettingsInterface.Choice {
    fileprivate var short: String {
        switch self {
        case .allowWhileUsing: "while"
        case .allowOnce: "once"
        case .allowAlways: "always"
        case .keepWhileUsing: "keep"
        case .allow: "allow"
        case .deny: "deny"
        }
    }
}
