import Glibc

/// The descriptors this process has open.
package enum OpenDescriptors {
    /// How many of them are sockets.
    package static var socketCount: Int { links.count { $0.hasPrefix("socket:") } }

    private static var links: [String] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var links: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 256)
            guard readlink("/proc/self/fd/\(name)", &target, target.count - 1) > 0 else { continue }
            links.append(String(decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return links
    }
}
