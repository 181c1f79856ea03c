import LocationModel
import WaymarkInterfaces

/// The questions that wait for a person, of which one is asked at a time.
struct QuestionQueue {
    private(set) var waiting: [SettingsInterface.Prompt] = []

    /// The one that is asked now.
    var current: SettingsInterface.Prompt? { waiting.first }

    /// Takes in a question, unless it waits already.
    mutating func add(_ prompt: SettingsInterface.Prompt) {
        guard !waiting.contains(where: { $0.prompt == prompt.prompt }) else { return }
        waiting.append(prompt)
    }

    /// Takes out a question that waits no longer, and returns it if it was there.
    mutating func end(_ identifier: String) -> SettingsInterface.Prompt? {
        guard let index = waiting.firstIndex(where: { $0.prompt == identifier }) else { return nil }
        return waiting.remove(at: index)
    }

    /// Asks the others first.
    mutating func putOff() {
        guard !waiting.isEmpty else { return }
        waiting.append(waiting.removeFirst())
    }

    /// Takes the accuracy that the person would answer the current question with.
    mutating func choose(_ accuracy: AccuracyAuthorization) {
        guard !waiting.isEmpty else { return }
        waiting[0].accuracy = accuracy
    }
}
