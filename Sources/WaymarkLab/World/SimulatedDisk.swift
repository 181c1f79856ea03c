import CWorld

/// The disk of this process's databases.
///
/// There is one, and one thread uses it.
package final class SimulatedDisk {
    package enum Operation: Hashable, CaseIterable, Sendable { case read, write, truncate, sync }

    /// Asked before each operation; returns SQLite's code of the failure, or `nil` if it happens.
    package var fault: (Operation) -> CInt? = { _ in nil }

    package init() {
        let gate: simulated_disk_gate = { context, operation in
            guard let context = unsafe context else { return 0 }
            let disk = unsafe Unmanaged<SimulatedDisk>.fromOpaque(context).takeUnretainedValue()
            let operations: [Operation] = [.read, .write, .truncate, .sync]
            return disk.fault(operations[Int(operation.rawValue)]) ?? 0
        }
        unsafe simulated_disk_install(gate, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        simulated_disk_install(nil, nil)
        simulated_disk_erase()
    }

    /// Loses all or some of what was not synchronised; returns how many writes were lost, whole or in part.
    package func cutPower(seed: UInt64) -> Int { Int(simulated_disk_cut_power(seed)) }

    package var byteCount: Int { Int(simulated_disk_size()) }
}
