package import LinuxSystem

/// The memory in which a server leaves what a later process needs to go on with its connections.
///
/// It has a place for each connection. The service manager keeps its descriptor, like those of the connections, over a
/// restart of the service or its sudden end.
package final class HandoverMemory {
    /// The name of the descriptor in the service manager's store.
    package static let descriptorName = "handover"

    /// The descriptor to store under ``descriptorName``.
    package var descriptor: CInt { memory.descriptor.rawValue }

    let memory: SharedMemory
    private let placeCount: Int
    private var lastKey: UInt64

    /// The places without a connection, in the order in which they are used.
    private var free: [Int] = []

    /// The places of connections of an earlier process that this one has not taken over yet, by key.
    private var inherited: [UInt64: Int] = [:]

    /// The word that this form of the memory begins with; another form has another one.
    private static let form: UInt64 = 0x6B72_616D_7961_7701

    /// The bytes before the first place: a page.
    private static let headerBytes = 4096

    /// The bytes of a place; those never written take no memory.
    static let placeBytes = 147_456

    /// Creates memory for a number of connections.
    ///
    /// - Parameter connections: The most connections that the server may have.
    /// - Throws: ``LinuxSystem/SystemError``.
    package init(connections: Int) throws(SystemError) {
        placeCount = connections
        lastKey = 0
        memory = try SharedMemory(
            named: "waymark-handover",
            byteCount: Self.headerBytes + connections * Self.placeBytes
        )
        memory[word: 0] = Self.form
        free = (0..<placeCount).reversed()
    }

    /// Takes over the memory of an earlier process; `nil` if this version cannot read it.
    package init?(adopting descriptor: consuming FileDescriptor) {
        guard let memory = try? SharedMemory(adopting: descriptor), memory.byteCount >= Self.headerBytes,
            memory[word: 0] == Self.form, (memory.byteCount - Self.headerBytes) % Self.placeBytes == 0
        else { return nil }
        self.memory = memory
        placeCount = (memory.byteCount - Self.headerBytes) / Self.placeBytes
        lastKey = memory[word: 8]
        for place in (0..<placeCount).reversed() {
            let key = memory[word: offset(of: place)]
            if key == 0 { free.append(place) } else { inherited[key] = place }
        }
    }

    /// Returns a new record; `nil` while all places are taken.
    func makeRecord() -> HandoverRecord? {
        guard let place = free.popLast() else { return nil }
        lastKey += 1
        memory[word: 8] = lastKey
        return HandoverRecord(self, offset: offset(of: place), key: lastKey, isNew: true)
    }

    /// Takes over the record of an earlier process; `nil` if there is none with this key.
    func inheritRecord(of key: UInt64) -> HandoverRecord? {
        guard let place = inherited.removeValue(forKey: key) else { return nil }
        return HandoverRecord(self, offset: offset(of: place), key: key, isNew: false)
    }

    /// Frees the places of connections that did not reach this process.
    func removeUnclaimed() {
        for place in inherited.values { remove(at: offset(of: place)) }
        inherited = [:]
    }

    /// Frees the place at an offset.
    func remove(at offset: Int) {
        memory[word: offset] = 0
        memory.discard(offset..<(offset + Self.placeBytes))
        free.append((offset - Self.headerBytes) / Self.placeBytes)
    }

    private func offset(of place: Int) -> Int { Self.headerBytes + place * Self.placeBytes }
}
