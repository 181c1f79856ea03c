import LocationModel
import WaymarkInterfaces

/// The open questions.
///
/// They are asked one at a time.
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
