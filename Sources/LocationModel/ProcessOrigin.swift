/// A process, distinguished by its start time from later processes of the same number.
package struct ProcessKey: Hashable, Codable, Sendable {
    package let number: Int32

    /// When it was started, in clock ticks after the machine's start.
    package let startTicks: UInt64

    package init(number: Int32, startTicks: UInt64) {
        self.number = number
        self.startTicks = startTicks
    }
}

/// The ancestry and the service of a process, as the kernel showed them when it connected.
package struct ProcessOrigin: Hashable, Codable, Sendable {
    /// The process, its parent and so on, as far as they are in the same unit.
    ///
    /// A program that was given a unit of its own is a program of its own, whoever started it.
    package let line: [ProcessKey]

    /// The control group of the service that it runs in; `nil` in a scope or in no unit.
    package let service: String?

    package init(line: [ProcessKey], service: String? = nil) {
        self.line = line
        self.service = service
    }
}

package struct ProviderProcess: Hashable, Codable, Sendable {
    package let key: ProcessKey

    /// The control group of the service whose first process it is, so that all others there are its own.
    ///
    /// A scope never counts: the one of a terminal or of a login session holds programs of many kinds.
    package let service: String?

    package init(_ key: ProcessKey, service: String? = nil) {
        self.key = key
        self.service = service
    }

    /// Returns whether a process is this one, descends from it, or belongs to its service.
    package func includes(_ origin: ProcessOrigin) -> Bool {
        origin.line.contains(key) || service != nil && service == origin.service
    }
}
