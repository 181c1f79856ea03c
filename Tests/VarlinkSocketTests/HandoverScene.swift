import Glibc
import LinuxSystem
import Testing
import VarlinkSocket

/// Keeps what a server stores, as the service manager does.
final class Keeper {
    private(set) var stored: [(number: CInt, name: String)] = []

    func prepare(_ fixture: Fixture, _ memory: HandoverMemory) {
        fixture.server.prepareHandover(
            in: memory,
            store: { self.stored.append((dup($0), $1)) },
            removeStored: { name in self.stored.removeAll { $0.name == name } }
        )
    }
}

/// A server whose streams are noted in a memory of eight places, for the next server.
struct HandoverScene {
    let fixture: Fixture
    let memory: HandoverMemory
    let keeper = Keeper()

    init() throws {
        fixture = try Fixture()
        memory = try HandoverMemory(connections: 8)
        keeper.prepare(fixture, memory)
    }

    func adoptedMemory() -> HandoverMemory? {
        HandoverMemory(adopting: FileDescriptor(owning: dup(memory.descriptor)))
    }

    /// Lets the next server take over some descriptors; the first one is not turned any more.
    func takeOver(_ stored: [(number: CInt, name: String)]) throws -> (fixture: Fixture, count: Int) {
        let next = try Fixture()
        let adopted = try #require(adoptedMemory())
        keeper.prepare(next, adopted)
        return (next, next.server.takeOver(stored, at: next.now))
    }
}
