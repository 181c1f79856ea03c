import Glibc

/// The descriptors this process has open.
package enum OpenDescriptors {
    /// How many there are, timers apart.
    ///
    /// The runtime makes a timer when somebody first needs one - the limit on a test's time, say - and a busy machine
    /// decides when that is.
    package static var count: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Int(name) != nil, !isTimer(name) { count += 1 }
        }
        // Less the one that it takes to count them.
        return count - 1
    }

    private static func isTimer(_ descriptor: String) -> Bool {
        var target = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
        return length > 0
            && target.prefix(length).elementsEqual("anon_inode:[timerfd]".utf8CString.dropLast())
    }
}
