/// What is counted for everybody: the numbers of decisions, and what each user holds.
struct Records: Hashable, Sendable {
    var journal: JournalNumbers
    var usage: Usage
}
