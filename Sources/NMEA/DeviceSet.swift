import LocationModel

/// The devices whose sentences share one stream, each with a state of its own; one of them is followed.
///
/// A device is a talker of a source. The talkers of satellite systems (GN, GP, GL and others) are one receiver as long as
/// their sentences fit together: they have common times, and one position at each. A talker that contradicts the others
/// becomes a device of its own, and returns to them once it has agreed with them some times.
struct DeviceSet: Sendable {
    /// The number of devices that are told apart.
    private static let capacity = 8
    private static let neededAgreements = 3

    /// The epochs in a row after which talkers that never meet are two devices; some receivers change their talker.
    private static let neededLonelyEpochs = 5

    /// The longest delay of a repeated position.
    private static let longestDelay: Int64 = 10_000_000_000

    /// A speaker that states positions or the lack of one, and its last statement.
    private struct Member {
        var speaker: Speaker
        var device: Int
        var claim: SolutionClaim

        /// The time of the statement before, at another time.
        var earlierTime: TimeOfDay?

        /// How many times it agreed with the followed device, if it is another one.
        var agreements = 0

        /// The epochs in a row at times of its own, between which others of its device spoke.
        var lonelyEpochs = 0
    }

    private let closesPromptly: Bool
    private let dates: DateRule
    private var assemblers: [EpochAssembler]
    private var members: [Member] = []
    private var choice = DeviceChoice()

    /// The number of the device of the sentence that is being decoded, and its speaker.
    private var number = 0
    private var speaker: Speaker?

    /// The speaker as its sentence names it, of which the device is known.
    private var heard: Speaker?

    /// The newest time of a TAG block.
    private var tagTime: UTCInstant?

    init(closesPromptly: Bool, dates: DateRule) {
        self.closesPromptly = closesPromptly
        self.dates = dates
        assemblers = [EpochAssembler(dates: dates)]
        members.reserveCapacity(Self.capacity)
    }

    /// Whether the followed device has an open epoch, or any device while none has a position.
    var hasOpenEpoch: Bool {
        choice.hasFix ? assemblers[choice.followed].isOpen : assemblers.contains { $0.isOpen }
    }

    /// The device of the sentence that is being decoded.
    var current: EpochAssembler {
        _read { yield assemblers[number] }
        _modify { yield &assemblers[number] }
    }

    // MARK: Which device

    /// Begins a well-framed sentence of any type.
    mutating func begin(_ key: SentenceKey, from source: UInt32) {
        let heard = Speaker(talker: key.talker, source: source)
        if self.heard != heard { turn(to: heard) }
        // Receivers send proprietary sentences anywhere.
        if !key.isProprietary { current.observe(key) }
    }

    private mutating func turn(to heard: Speaker) {
        self.heard = heard
        // Only some of the sentences of a source may have its TAG block.
        let member =
            members.first { $0.speaker == heard }
            ?? members.first { heard.source == 0 && $0.speaker.talker == heard.talker }
        speaker = member?.speaker ?? heard
        number = member?.device ?? host(of: heard)
    }

    /// Finds the device of a sentence that states a solution or the lack of one.
    mutating func place(_ solution: Solution) {
        // A single speaker cannot contradict anybody.
        if members.count == 1, members[0].speaker == speaker {
            members[0].claim = SolutionClaim(solution)
        } else {
            assign(SolutionClaim(solution))
        }
    }

    private mutating func assign(_ claim: SolutionClaim) {
        guard let speaker else { return }
        guard let index = members.firstIndex(where: { $0.speaker == speaker }) else {
            return admit(speaker, to: firstDevice(of: speaker, claiming: claim), claim)
        }
        if speaker.isOfSatellites {
            if !claim.isAtSameTime(as: members[index].claim) {
                observeTimes(of: index, until: claim.time)
                members[index].earlierTime = members[index].claim.time
            }
            let isLonely = members[index].lonelyEpochs >= Self.neededLonelyEpochs
            if isLonely, members.firstIndex(where: { $0.device == members[index].device }) == index {
                separateOthers(from: index)
                return assign(claim)
            }
            if isLonely || contradicts(claim, index) {
                let left = members.remove(at: index).device
                let other = agreeingDevice(for: claim, of: speaker, except: left)
                return admit(speaker, to: other ?? newDevice(), claim)
            }
            rejoin(index, claim)
        }
        members[index].claim = claim
        number = members[index].device
    }

    /// Moves the other speakers of a device to one of their own; the one that was admitted first keeps the device.
    private mutating func separateOthers(from index: Int) {
        let device = members[index].device
        members[index].lonelyEpochs = 0
        let speakers = members[(index + 1)...].filter { $0.device == device }.map(\.speaker)
        let other = newDevice()
        for index in members.indices where speakers.contains(members[index].speaker) {
            members[index].device = other
            members[index].lonelyEpochs = 0
        }
    }

    private mutating func admit(_ speaker: Speaker, to device: Int, _ claim: SolutionClaim) {
        members.append(Member(speaker: speaker, device: device, claim: claim))
        number = device
    }

    /// Returns the device of a speaker that states something for the first time.
    private mutating func firstDevice(of speaker: Speaker, claiming claim: SolutionClaim) -> Int {
        guard !members.isEmpty else { return 0 }
        guard speaker.isOfSatellites else { return newDevice() }
        if let device = agreeingDevice(for: claim, of: speaker, except: nil) { return device }
        let device = host(of: speaker)
        let others = members.filter { $0.device == device }
        let fits = others.allSatisfy {
            $0.speaker.isOfSatellites && $0.speaker.source == speaker.source
                && !($0.claim.isAtSameTime(as: claim) && $0.claim.contradicts(claim))
        }
        return fits && !others.isEmpty ? device : newDevice()
    }

    /// Returns the device to which a speaker belongs that never stated a solution: one of its source and its kind, or
    /// the followed one.
    private func host(of speaker: Speaker) -> Int {
        var (best, rank) = (choice.followed, -1)
        for member in members where member.speaker.source == speaker.source {
            var candidate = member.speaker.isOfSatellites == speaker.isOfSatellites ? 2 : 0
            if member.device == choice.followed { candidate += 1 }
            if candidate > rank { (best, rank) = (member.device, candidate) }
        }
        return best
    }

    /// Whether a statement contradicts those of the other speakers of the device: at the same time, or because they are
    /// ahead.
    private func contradicts(_ claim: SolutionClaim, _ index: Int) -> Bool {
        members.indices.contains { other in
            guard other != index, members[other].device == members[index].device else { return false }
            let known = members[other].claim
            if known.isAtSameTime(as: claim) { return known.contradicts(claim) }
            guard let time = claim.time, let knownTime = known.time else { return false }
            return 0...Self.longestDelay ~= knownTime.nanoseconds - time.nanoseconds
        }
    }

    /// Observes whether the last epoch of a speaker was at a time of its own, while others spoke after it.
    private mutating func observeTimes(of index: Int, until next: TimeOfDay?) {
        guard let last = members[index].claim.time, let next else { return }
        var isShared = false
        var isFollowed = false
        for other in members where other.device == members[index].device && other.speaker != speaker {
            for time in [other.claim.time, other.earlierTime] {
                guard let time else { continue }
                if time.isSameEpoch(as: last) { isShared = true }
                if time.nanoseconds > last.nanoseconds, time.nanoseconds < next.nanoseconds,
                    !time.isSameEpoch(as: next)
                {
                    isFollowed = true
                }
            }
        }
        members[index].lonelyEpochs = isFollowed && !isShared ? members[index].lonelyEpochs + 1 : 0
    }

    /// Returns a device of satellites, but not `device`, whose position at this time is the same.
    private func agreeingDevice(for claim: SolutionClaim, of speaker: Speaker, except device: Int?) -> Int? {
        members.first {
            $0.device != device && $0.speaker.isOfSatellites && $0.speaker.source == speaker.source
                && $0.claim.isAtSameTime(as: claim) && $0.claim.confirms(claim)
        }?.device
    }

    /// Lets a speaker return to the followed device once it has agreed with it for some epochs.
    private mutating func rejoin(_ index: Int, _ claim: SolutionClaim) {
        let (speaker, device) = (members[index].speaker, members[index].device)
        guard device != choice.followed,
            agreeingDevice(for: claim, of: speaker, except: device) == choice.followed
        else { return }
        members[index].agreements += 1
        guard members[index].agreements >= Self.neededAgreements else { return }
        (members[index].device, members[index].agreements) = (choice.followed, 0)
    }

    /// Returns an unused device; of too many, the one whose speakers were found first and that is not followed.
    private mutating func newDevice() -> Int {
        let unused = assemblers.indices.first { device in
            device != choice.followed && !members.contains { $0.device == device }
        }
        if unused == nil, assemblers.count < Self.capacity {
            assemblers.append(EpochAssembler(dates: dates))
            if let tagTime { assemblers[assemblers.count - 1].record(tagTime: tagTime) }
            return assemblers.count - 1
        }
        let device = unused ?? members.first { $0.device != choice.followed }?.device ?? choice.followed
        members.removeAll { $0.device == device }
        assemblers[device] = EpochAssembler(dates: dates)
        choice.forget(device)
        return device
    }

    // MARK: Epochs

    /// Records the time of a TAG block, whichever sentence is next.
    mutating func record(tagTime: UTCInstant) {
        self.tagTime = tagTime
        for device in assemblers.indices { assemblers[device].record(tagTime: tagTime) }
    }

    /// Emits and counts the epochs that the last sentence closed: the previous one, and its own if it ends the cycle.
    mutating func emitClosed(_ statistics: inout DecodeStatistics, _ emit: (Epoch, TimeOfDay?) -> Void) {
        emitClosed(of: number, &statistics, emit)
        guard closesPromptly else { return }
        current.closeAtEnd()
        emitClosed(of: number, &statistics, emit)
    }

    /// Closes the open epochs because the line is quiet or the stream has ended, and emits that of the followed device.
    mutating func flush(_ statistics: inout DecodeStatistics, _ emit: (Epoch, TimeOfDay?) -> Void) {
        for device in assemblers.indices {
            assemblers[device].flush()
            emitClosed(of: device, &statistics, emit)
        }
    }

    private mutating func emitClosed(
        of device: Int,
        _ statistics: inout DecodeStatistics,
        _ emit: (Epoch, TimeOfDay?) -> Void
    ) {
        guard let hasFix = assemblers[device].closedHasFix else { return }
        let closed = assemblers[device].takeClosed()
        let (followed, hadFix) = (choice.followed, choice.hasFix)
        let isUsed = choice.accepts(hasFix: hasFix, from: device, at: closed.time?.nanoseconds)
        // Speakers without positions belong to the followed device.
        if choice.followed != followed { heard = nil }
        guard isUsed else {
            statistics.otherEpochs += 1
            return
        }
        if device != followed, hadFix {
            // The last epoch of one that fell silent may still be open.
            assemblers[followed].flush()
            if let hasFix = assemblers[followed].closedHasFix {
                let last = assemblers[followed].takeClosed()
                statistics.recordEpoch(hasFix: hasFix)
                emit(last.epoch, last.time)
            }
        }
        statistics.recordEpoch(hasFix: hasFix)
        emit(closed.epoch, closed.time)
    }
}

/// Who says a sentence: the talker, and the source that a TAG block names.
private struct Speaker: Hashable, Sendable {
    /// The two letters of the talker; zero for a proprietary sentence.
    let talker: UInt16

    /// A hash of the source's name; zero without one.
    let source: UInt32

    /// Whether the talker is a satellite system or their combination, and not an instrument that repeats a position.
    var isOfSatellites: Bool { talker == 0 || Self.satelliteTalkers.contains(talker) }

    private static let satelliteTalkers = ["GN", "GP", "GL", "GA", "GB", "BD", "GQ", "QZ", "GI", "GY"]
        .map { name in name.utf8.reduce(0) { $0 << 8 | UInt16($1) } }
}
