import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

/// An agent that asks on the terminal.
///
/// Messages from the service are printed above the line being typed. A line typed for a question that has ended is
/// cleared, so that it cannot answer the next question.
final class TerminalAgent {
    private let invocation: Invocation
    private let stream: ServiceStream<SettingsInterface.Agent>
    private let terminal: KeyTerminal
    private let signals: Signals
    private let poller: Poller
    private var queue = QuestionQueue()
    private var line = TypedLine()
    private var session = ""

    /// The question that was displayed last.
    ///
    /// Input answers only this one.
    private var asked: String?

    /// Whether that question is still on the screen.
    private var isShown = false

    /// The app of this person whose questions are asked first, until no question waits; `nil` to go on waiting.
    private let app: String?

    /// Sets the terminal to read single keys; `run()` restores it.
    init(
        _ invocation: Invocation,
        _ stream: ServiceStream<SettingsInterface.Agent>,
        firstAbout app: String? = nil
    ) throws(Failure) {
        self.invocation = invocation
        self.app = app
        self.stream = stream
        do throws(SystemError) {
            signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGCONT])
            poller = try Poller()
            _ = try poller.watch(signals.descriptor.rawValue, for: .readable)
            _ = try poller.watch(stream.connection.descriptor, for: .readable)
            _ = try poller.watch(STDIN_FILENO, for: .readable)
            terminal = try KeyTerminal(STDIN_FILENO)
        } catch { throw Failure(error) }
    }

    /// Asks until the end of input or a signal.
    func run() throws(Failure) {
        defer { terminal.restore() }
        if app == nil { try say("Waiting for questions. Press Ctrl-D to end.") }
        while true {
            while let answer = try stream.reply(within: .zero) { try handle(answer.value) }
            if app != nil, !session.isEmpty, queue.waiting.isEmpty { return }
            try showCurrent()
            let isAskedToEnd: Bool
            do throws(SystemError) {
                _ = try poller.wait(until: nil)
                isAskedToEnd = try readSignals()
            } catch { throw Failure(error) }
            guard !isAskedToEnd, try readKeys() else { return try leave() }
        }
    }

    private func readSignals() throws(SystemError) -> Bool {
        while let signal = try signals.next() {
            guard signal == SIGCONT else { return true }
            // Another program may have changed the terminal's settings in the meantime.
            try terminal.listen()
            isShown = false
        }
        return false
    }

    private func leave() throws(Failure) {
        terminal.restore()
        try put("\n")
        if !queue.waiting.isEmpty {
            try say("Unanswered questions wait for another agent or for the settings.")
        }
    }

    // MARK: The service

    private func handle(_ event: SettingsInterface.Agent.Reply) throws(Failure) {
        session = event.session ?? session
        for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? []) {
            queue.add(prompt, first: prompt.app == app && prompt.user == Int(geteuid()))
        }
        guard let ended = event.ended else { return }
        let wasAsked = queue.current?.prompt == ended
        guard let prompt = queue.end(ended) else { return }
        if wasAsked {
            line.clear()
            isShown = false
        }
        try say(
            "\(prompt.name.harmless): \(event.why?.words ?? "the question ended"); no answer is needed."
        )
    }

    private func answer(_ prompt: SettingsInterface.Prompt, _ choice: SettingsInterface.Choice)
        throws(Failure)
    {
        _ = queue.end(prompt.prompt)
        do throws(Failure) {
            let answer = try invocation.service.call(
                SettingsInterface.AnswerPrompt(
                    session: session,
                    prompt: prompt.prompt,
                    choice: choice,
                    accuracy: prompt.accuracy
                )
            )
            let isAboutAll = prompt.proposal.map { $0.subject != .app } ?? false
            try say(isAboutAll ? choice.words : answer.value.app.standing)
        } catch {
            guard case .refused(let why) = error else { throw error }
            try say("\(prompt.name.harmless): \(why)")
        }
    }

    // MARK: The person

    /// Handles the keys pressed so far.
    ///
    /// Returns `false` at the end of input.
    private func readKeys() throws(Failure) -> Bool {
        let poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var polls = [poll]
        guard unsafe Glibc.poll(&polls, 1, 0) > 0 else { return true }
        let keys: [UInt8]?
        do throws(SystemError) { keys = try terminal.keys() } catch { throw Failure(error) }
        guard let keys else { return false }
        for key in keys {
            let outcome = line.type(key)
            guard outcome == .ended || queue.current.map({ $0.prompt == asked }) ?? false else {
                // No question is pending, or it has not been displayed yet.
                line.clear()
                continue
            }
            switch outcome {
            case nil: continue
            case .ended: return false
            case .changed: try showLine()
            case .entered(let text):
                try put("\n")
                guard try enter(text) else { return false }
            }
        }
        return true
    }

    private func enter(_ text: String) throws(Failure) -> Bool {
        isShown = false
        guard let prompt = queue.current else { return true }
        switch TypedAnswer(text, to: prompt) {
        case .choice(let choice): try answer(prompt, choice)
        case .accuracy(let accuracy): queue.setAccuracy(accuracy)
        case .later: queue.putOff()
        case .leave: return false
        case .unclear:
            if !text.isEmpty { try say("'\(text)' is not an answer to this question.") }
        }
        return true
    }

    // MARK: The terminal

    /// Displays the current question unless it is already on the screen.
    private func showCurrent() throws(Failure) {
        guard let prompt = queue.current, !isShown || asked != prompt.prompt else { return }
        isShown = false
        try say("")
        for text in prompt.lines(on: invocation.output) { try say(text) }
        asked = prompt.prompt
        isShown = true
        try showLine()
    }

    private func showLine() throws(Failure) {
        try put("\r\u{1B}[K" + (queue.current == nil ? "" : "> ") + line.text)
    }

    /// Prints a line above the line being typed.
    private func say(_ text: String) throws(Failure) {
        try put("\r\u{1B}[K\(text)\n")
        if isShown { try showLine() }
    }

    private func put(_ text: String) throws(Failure) {
        do throws(SystemError) {
            try writeAllToOutput(Array(text.utf8))
        } catch { throw Failure(error) }
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
