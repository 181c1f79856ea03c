import LinuxSystem
import TestSupport

/// What this process holds of the system.
struct Residue: Equatable {
    let descriptors: Int
    let threads: [String]

    /// Looks; only threads of the library count, as others come and go with the tasks of the test.
    static func now() throws -> Residue {
        let threads = try Folder("/proc/self/task").names(endingWith: "").compactMap { task -> String? in
            // It may have ended meanwhile.
            guard let bytes = try? Checkout.bytes(of: "/proc/self/task/\(task)/comm") else { return nil }
            let name = String(decoding: bytes, as: UTF8.self)
            return name.hasPrefix("waymark-") ? name : nil
        }
        return Residue(descriptors: OpenDescriptors.count, threads: threads.sorted())
    }
}
