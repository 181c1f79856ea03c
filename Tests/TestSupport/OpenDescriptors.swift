import Glibc

package enum OpenDescriptors {
    /// The number of open descriptors, without timers.
    ///
    /// The runtime creates a timer when one is first needed, for example for the time limit of a test, and the moment
    /// varies on a busy machine.
    package static var count: Int {
        // Without those used for counting.
        Checkout.names(in: "/proc/self/fd").count { !isTimer($0) } - 2
    }

    private static func isTimer(_ descriptor: String) -> Bool {
        var target = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
        return length > 0
            && target.prefix(length).elementsEqual("anon_inode:[timerfd]".utf8CString.dropLast())
    }
}
