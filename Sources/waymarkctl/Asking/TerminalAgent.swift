import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

/// An agent that asks on the terminal.
///
/// The terminal itself edits the line being typed, and echoes it. What was typed before a question or a message is
/// discarded, so that it cannot answer a question that nobody has read.
final class TerminalAgent {
    typealias Stream = ServiceStream<SettingsInterface.Agent>

    private let invocation: Invocation
    private let stream: Stream
    private let waiter: EventWaiter
    private var waiting: [SettingsInterface.Prompt] = []
    private var session = ""

    /// The question on the screen, the only one that input answers.
    private var asked: String?

    /// The app of this person whose questions are asked first, until no question waits; `nil` to go on waiting.
    private let app: String?

    init(_ invocation: Invocation, _ stream: Stream, firstAbout app: String? = nil) throws {
        (self.invocation, self.stream, self.app) = (invocation, stream, app)
        waiter = try EventWaiter()
    }

    func run() throws {
        if app == nil { try say("Waiting for questions. Press Ctrl-D to end.") }
        while true {
            while let answer = try stream.next(timeout: .zero) { try handle(answer.value) }
            if app != nil, !session.isEmpty, waiting.isEmpty { return }
            try showCurrent()
            guard try waiter.wait(for: [STDIN_FILENO, stream.connection.descriptor]), try readLine() else {
                break
            }
        }
        // Nobody reads what is typed from here on.
        asked = nil
        try writeAllToOutput(Array("\n".utf8))
        if !waiting.isEmpty {
            try say("Unanswered questions wait for another agent or for the settings.")
        }
    }

    // MARK: The service

    private func handle(_ event: SettingsInterface.Agent.Reply) throws {
        session = event.session ?? session
        for prompt in (event.prompts ?? []) + [event.prompt].compactMap(\.self)
        where !waiting.contains(where: { $0.prompt == prompt.prompt }) {
            let isFirst = prompt.app == app && prompt.user == Int(geteuid())
            waiting.insert(prompt, at: isFirst ? 0 : waiting.count)
        }
        guard let ended = event.ended, let index = waiting.firstIndex(where: { $0.prompt == ended })
        else { return }
        let prompt = waiting.remove(at: index)
        if asked == ended { asked = nil }
        try say("\(prompt.name.harmless): \(event.why?.words ?? "the question ended"); no answer is needed.")
    }

    /// Answers the first question, and removes it.
    private func answer(_ choice: PromptChoice) throws {
        let prompt = waiting.removeFirst()
        switch try invocation.service.answer(prompt, choice, in: session) {
        case .success(let app):
            let isAboutAll = prompt.proposal.map { $0.subject != .app } ?? false
            try say(isAboutAll ? choice.words : app.standing)
        case .failure(let error): try say("\(prompt.name.harmless): \(error.message)")
        }
    }

    // MARK: The person

    /// Handles the line that was typed, if there is one.
    ///
    /// Returns `false` at the end of input, and if the person wants to leave.
    private func readLine() throws -> Bool {
        guard let bytes = try? readInput(atMost: 256) else { return false }
        guard !bytes.isEmpty else { return true }
        // Nobody has been asked, or not about this.
        guard let prompt = waiting.first, prompt.prompt == asked else { return true }
        asked = nil
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let word = PromptChoice.plain(text)
        if let choice = prompt.choice(typed: word) {
            try answer(choice)
        } else if prompt.accuracy != nil, let accuracy = AccuracyAuthorization(rawValue: word) {
            waiting[0].accuracy = accuracy
        } else if word == "l" || word == "later" {
            waiting.append(waiting.removeFirst())
        } else if word == "q" || word == "quit" {
            return false
        } else if !text.isEmpty {
            try say("'\(text.harmless)' is not an answer to this question.")
        }
        return true
    }

    // MARK: The terminal

    /// Displays the current question unless it is already on the screen.
    private func showCurrent() throws {
        guard let prompt = waiting.first, asked != prompt.prompt else { return }
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
        tcflush(STDIN_FILENO, TCIFLUSH)
        try writeAllToOutput(Array("> ".utf8))
    }
}

extension SettingsInterface.Prompt {
    fileprivate func lines(on output: Output) -> [String] {
        let words = QuestionWords(self, date: output.spoken)
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

    /// Returns the choice that is meant by its number or words, or by yes or no; `nil` for another line.
    func choice(typed line: String) -> PromptChoice? {
        let word = PromptChoice.plain(line)
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
        switch word {
        case "y", "yes": return choices.first { $0.allows }
        case "n", "no": return choices.last { !$0.allows }
        default: return PromptChoice.named(word, of: choices)
        }
    }
}

extension PromptChoice {
    /// Returns the choice named by words such as `allow-once`, or by one of them that no other choice has.
    static func named(_ word: String, of choices: [PromptChoice]) -> PromptChoice? {
        let word = plain(word)
        let named = choices.first { plain($0.rawValue) == word || plain($0.words) == word }
        let partly = choices.filter { $0.rawValue.dashed.split(separator: "-").contains { $0 == word } }
        return named ?? (partly.count == 1 ? partly[0] : nil)
    }

    /// Returns the letters and digits in lower case, so that `allowOnce`, `allow-once` and `Allow once` are the same.
    fileprivate static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
