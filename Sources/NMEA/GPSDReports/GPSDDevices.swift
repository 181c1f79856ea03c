package import LocationModel

/// The devices of a gpsd, of which one is followed.
///
/// gpsd forwards the reports of all its devices as they come. Those of each device are joined apart from the others',
/// so that it is known which of them has a position.
package struct GPSDDevices: Sendable {
    package typealias CollectedEpoch = EpochCollector.CollectedEpoch

    /// The number of devices that are told apart; gpsd itself has fewer.
    private static let capacity = 16

    /// Whether the messages are read from a log, where no quiet line completes an epoch.
    private let isRecorded: Bool

    private var paths: [String] = []
    private var collectors: [EpochCollector] = []
    private var choice = DeviceChoice()
    private var compass = GPSDCompass()
    package private(set) var otherEpochs = 0

    package init(isRecorded: Bool = false) { self.isRecorded = isRecorded }

    /// When ``flushIfQuiet(at:)`` may return an epoch.
    package var deadline: MonotonicInstant? { collectors.compactMap(\.deadline).min() }

    /// Whether the followed device has an open epoch.
    package var isCollecting: Bool {
        choice.followed < collectors.count && collectors[choice.followed].isCollecting
    }

    package func isFollowed(_ device: String) -> Bool {
        device.isEmpty || choice.followed < paths.count && paths[choice.followed] == device
    }

    /// Returns the heading of a message, if it has one and is from the compass that is used.
    package mutating func heading(of line: GPSDLine, at now: MonotonicInstant) -> Heading? {
        guard case .attitude(let stated) = line.message else { return nil }
        return compass.completed(stated, from: line.device, at: now)
    }

    /// Records a message, and returns the epochs that it completes.
    package mutating func record(_ line: GPSDLine, at now: MonotonicInstant) -> [CollectedEpoch] {
        switch line.message {
        case .attitude, .other: return []
        case .report, .deviations, .sky: break
        }
        guard let index = index(of: line.device) else { return [] }
        defer {
            if case .report(_, _, let variation) = line.message, isFollowed(line.device) {
                compass.record(variationDegrees: variation)
            }
        }
        var complete: [(device: Int, epoch: CollectedEpoch)] = []
        if let epoch = collectors[index].record(line.message, at: now) { complete.append((index, epoch)) }
        if isRecorded {
            for other in collectors.indices where other != index {
                if let epoch = collectors[other].flushIfQuiet(at: now) { complete.append((other, epoch)) }
            }
            // In the order in which they began.
            complete.sort { ($0.epoch.arrival, $0.device) < ($1.epoch.arrival, $1.device) }
        }
        return complete.compactMap { used($0.epoch, of: $0.device) }
    }

    /// Returns the open epoch of the followed device if the line has been quiet long enough to complete it.
    package mutating func flushIfQuiet(at now: MonotonicInstant) -> [CollectedEpoch] {
        collectors.indices.compactMap { used(collectors[$0].flushIfQuiet(at: now), of: $0) }
    }

    /// Returns the open epoch of the followed device, because no more of its reports are expected.
    package mutating func flush() -> [CollectedEpoch] {
        collectors.indices.compactMap { used(collectors[$0].flush(), of: $0) }
    }

    /// Forgets a device that was removed from gpsd, and returns its open epoch if it is followed.
    package mutating func forget(_ device: String) -> [CollectedEpoch] {
        guard let index = paths.firstIndex(of: device) else { return [] }
        let epoch = used(collectors[index].flush(), of: index)
        collectors[index] = EpochCollector(isRecorded: isRecorded)
        choice.forget(index)
        return [epoch].compactMap(\.self)
    }

    /// Returns the number of a device; a message that names none belongs to the followed one.
    private mutating func index(of device: String) -> Int? {
        if device.isEmpty, !paths.isEmpty { return choice.followed }
        if let index = paths.firstIndex(of: device) { return index }
        guard paths.count < Self.capacity else { return nil }
        paths.append(device)
        collectors.append(EpochCollector(isRecorded: isRecorded))
        return paths.count - 1
    }

    /// Returns a complete epoch if its device is followed.
    private mutating func used(_ epoch: CollectedEpoch?, of device: Int) -> CollectedEpoch? {
        guard let epoch else { return nil }
        let time = MonotonicInstant.systemEpoch.duration(to: epoch.arrival).wholeNanoseconds
        let hasFix = if case .fix = epoch.epoch { true } else { false }
        if choice.accepts(hasFix: hasFix, from: device, at: time) { return epoch }
        otherEpochs += 1
        return nil
    }
}
