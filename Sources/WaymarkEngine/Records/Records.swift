/// What is counted for everybody: the numbers of decisions, and what each user holds.
struct Records: Hashable, Codable, Sendable {
    var journal: JournalNumbers
    var usage: Usage
}
