import LinuxSystem
import Testing

@Suite("The memory of a program")
struct ProgramMemoryTests {
    private static let start = ContinuousClock.now

    @Test("is given back once after each rest of ten seconds")
    func rests() {
        var memory = ProgramMemory(at: Self.start)
        #expect(memory.nextDeadline == nil)
        for work in [Self.start + .seconds(60), Self.start + .seconds(600)] {
            memory.advance(hasWorked: true, at: work)
            #expect(memory.nextDeadline == work + .seconds(10))
            memory.advance(hasWorked: false, at: work + .seconds(9))
            #expect(memory.nextDeadline == work + .seconds(10))
            memory.advance(hasWorked: false, at: work + .seconds(10))
            #expect(memory.nextDeadline == nil)
            memory.advance(hasWorked: false, at: work + .seconds(20))
            #expect(memory.nextDeadline == nil)
        }
    }

    @Test("is kept while the program works, and its deadline moves no more often than it passes")
    func works() {
        var memory = ProgramMemory(at: Self.start)
        for second in 1...15 { memory.advance(hasWorked: true, at: Self.start + .seconds(second)) }
        #expect(memory.nextDeadline == Self.start + .seconds(11))
        memory.advance(hasWorked: false, at: Self.start + .seconds(15))
        #expect(memory.nextDeadline == Self.start + .seconds(25))
    }
}
