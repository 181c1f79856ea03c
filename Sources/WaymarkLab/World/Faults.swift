import Glibc
import Lab
import LinuxSystem
import LocationModel

/// A kind of fault in a world.
package enum FaultKind: String, CaseIterable, Sendable {
    /// Sockets take or give a part of what they could.
    case shortTransfers

    /// A connection cannot be accepted, because there are no descriptors.
    case noDescriptors

    /// The listening socket fails, or the kernel cannot watch one more.
    case failedSockets

    case fullDisk
    case failingDisk

    /// The service is killed at a call of the kernel or an operation of the disk.
    case kill
    case powerCut

    /// The service is stopped by its manager, or told to read its configuration again.
    case stop
    /// The service is told to read another configuration, or started again with it.
    case configuration
    case clockStep
    case suspend

    /// Receivers lose the sky, fall silent, repeat, or lie.
    case receivers

    /// Programs end and start again.
    case programs

    /// Programs do not read for minutes.
    case slowReaders
}

/// The schedule of faults, drawn from its own numbers, in times with faults and times without.
struct FaultPlan {
    /// The length of a cycle, which ends without faults, so that what is due can be seen to happen.
    static let cycle: Duration = .seconds(3600)
    private static let faultyPart: Duration = .seconds(2400)

    let kinds: Set<FaultKind>
    private var random: SeededGenerator
    private(set) var isOn = false
    var diskFailure: FaultKind?

    /// The number of calls and operations left before the service is killed.
    private(set) var callsLeft: Int?
    private var cutsPower = false

    /// The way in which the service ends when no call is left.
    var plannedEnd: FaultKind { cutsPower ? .powerCut : .kill }

    init(_ kinds: Set<FaultKind>, seed: UInt64) {
        self.kinds = kinds
        random = SeededGenerator(seed: seed)
    }

    var explainsFailedStart: Bool { diskFailure != nil || isOn && kinds.contains(.failedSockets) }

    mutating func roll(_ kind: FaultKind, _ chance: Double) -> Bool {
        let isChosen = Double.random(in: 0..<1, using: &random) < chance
        return isOn && isChosen && kinds.contains(kind)
    }

    mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func turn(on: Bool) {
        isOn = on
        if !on { (diskFailure, callsLeft, cutsPower) = (nil, nil, false) }
    }

    mutating func planKill(cuttingPower: Bool) {
        callsLeft = draw(1...60)
        cutsPower = cuttingPower
    }

    mutating func serviceEnded() { (callsLeft, cutsPower) = (nil, false) }

    /// Counts a call of the service; returns whether it is the one at which it is killed.
    fileprivate mutating func isLastCall() -> Bool {
        guard let left = callsLeft else { return false }
        callsLeft = left > 1 ? left - 1 : nil
        return left <= 1
    }
}

extension FaultPlan {
    /// Begins the cycle of times with faults and without.
    func begin(in world: World) {
        world.after(Self.cycle - Self.faultyPart) {
            world.faults.turn(on: true)
            world.planFault()
            world.after(Self.faultyPart) {
                world.faults.turn(on: false)
                world.endOfFaults()
                begin(in: world)
            }
        }
    }
}

// SQLite's codes.
private let (full, readError, writeError, syncError): (CInt, CInt, CInt, CInt) = (13, 266, 778, 1034)

extension World {
    /// Ends a time with faults: everybody works again.
    fileprivate func endOfFaults() {
        for program in programs { for line in program.lines { line.isStuck = false } }
        for receiver in receivers { receiver.recover() }
        lastFault = awake
        // A kill that was planned and never reached.
        if kernel.isDead, isServed { endService(by: .kill) }
    }

    /// Lets one of the faults that come at a time happen, and plans the next.
    fileprivate func planFault() {
        let wait = faults.draw(5...240)
        after(.seconds(wait)) { [unowned self] in
            guard faults.isOn else { return }
            causeFault()
            planFault()
        }
    }

    private func causeFault() {
        let kinds: [FaultKind] = [
            .kill, .powerCut, .stop, .configuration, .clockStep, .suspend, .fullDisk, .failingDisk,
            .receivers, .programs,
            .slowReaders,
        ]
        let kind = kinds[faults.draw(0...kinds.count - 1)]
        let number = faults.draw(0...1_000_000)
        guard faults.kinds.contains(kind) else { return }
        // Ends of the service are counted when they happen.
        if ![.kill, .powerCut, .stop].contains(kind) { count(kind) }
        switch kind {
        case .kill, .powerCut:
            faults.planKill(cuttingPower: kind == .powerCut)
            // An idle service makes no calls.
            after(.seconds(20)) { [unowned self] in
                if faults.callsLeft != nil, isServed { endService(by: faults.plannedEnd) }
            }
        case .stop: kernel.notices.append(.signal(number % 4 == 0 ? SIGHUP : SIGTERM))
        case .configuration:
            writeConfiguration(number)
            kernel.notices.append(.signal(number % 3 == 0 ? SIGHUP : SIGTERM))
        case .clockStep: stepClock(by: .seconds(number % 345_600 - 172_800))
        case .suspend: sleep(for: .seconds(number % 1200 + 30))
        case .fullDisk, .failingDisk:
            faults.diskFailure = kind
            if unsavedSince == nil { unsavedSince = kernel.now }
            after(.seconds(number % 120 + 1)) { [unowned self] in
                faults.diskFailure = nil
                // The service tries again every 5 s in which the machine does not sleep: a suspend ends only one of these.
                after(.seconds(5)) { [unowned self] in
                    after(.seconds(5)) { [unowned self] in
                        if faults.diskFailure == nil { unsavedSince = nil }
                    }
                }
            }
        case .receivers: receivers[number % receivers.count].misbehave(number / 7)
        case .programs:
            let program = programs[number % programs.count]
            program.closeAll()
            program.serviceEnded()
            after(.seconds(number % 30 + 1)) { [unowned self] in if isServed { program.begin() } }
        case .slowReaders:
            let program = programs[number % programs.count]
            let lines = program.lines
            for line in lines { line.isStuck = true }
            // The service may disconnect it, which it sees only once it reads again.
            (program as? Host)?.forgetWindows()
            after(.seconds(number % 120 + 1)) { for line in lines { line.isStuck = false } }
        case .shortTransfers, .noDescriptors, .failedSockets: break
        }
    }

    private func happens(_ kind: FaultKind, _ chance: Double) -> Bool {
        guard faults.roll(kind, chance) else { return false }
        count(kind)
        return true
    }

    func fault(at call: SimulatedKernel.Call) -> SimulatedKernel.CallFault? {
        guard !kernel.isDead else { return nil }
        if faults.isLastCall() {
            kernel.isDead = true
            return nil
        }
        switch call {
        case .send, .receive:
            guard happens(.shortTransfers, 0.04) else { return nil }
            let count = faults.draw(0...120)
            return count == 0 ? .nothing : .short(count)
        case .accept:
            if happens(.noDescriptors, 0.03) { return .short(0) }
            return happens(.failedSockets, 0.002) ? .failure(EINVAL) : nil
        case .watch:
            return happens(.failedSockets, 0.005) ? .failure(ENOSPC) : nil
        }
    }

    func fault(at operation: SimulatedDisk.Operation) -> CInt? {
        if kernel.isDead { return operation == .read ? readError : writeError }
        if operation != .read, faults.isLastCall() {
            kernel.isDead = true
            return writeError
        }
        switch (faults.diskFailure, operation) {
        case (.fullDisk, .write): return full
        case (.failingDisk, .write): return faults.draw(0...2) == 0 ? writeError : nil
        case (.failingDisk, .sync): return faults.draw(0...1) == 0 ? syncError : nil
        default: return nil
        }
    }
}
