import CSystemd
import Glibc

/// The present owner of a name, followed as it changes.
package final class NameOwner {
    /// The unique name of the owner; `nil` while there is none.
    ///
    /// A unique name's owner is that name itself, and it ends when its program leaves the bus.
    package private(set) var owner: String?

    private var subscription: BusSubscription?

    /// Follows a name.
    ///
    /// The name is a unique one or one that a program may own; `changed` takes the new owner after ``owner`` has it.
    package init(
        of name: String,
        on bus: MessageBus,
        changed: @escaping (String?) -> Void = { _ in }
    ) throws(BusError) {
        subscription = try bus.subscribe(
            to: "NameOwnerChanged",
            of: MessageBus.busName,
            from: MessageBus.busName,
            about: name
        ) { [weak self] signal in
            guard let self, signal.arguments.count == 3, signal.arguments[0].text == name else { return }
            let next = signal.arguments[2].text.flatMap { $0.isEmpty ? nil : $0 }
            guard next != owner else { return }
            owner = next
            changed(next)
        }
        owner = try bus.owner(of: name)
    }
}

extension MessageBus {
    /// Returns the unique name of the program that owns a name; `nil` if there is none.
    package func owner(of name: String) throws(BusError) -> String? {
        do throws(BusError) {
            return try call(.ofBus("GetNameOwner"), [.string(name)]).first?.text
        } catch {
            if error.isKind(.nameHasNoOwner) { return nil }
            throw error
        }
    }

    /// Takes a name for this connection, also from one that has it by ``queueForName(_:)``.
    ///
    /// - Throws: ``BusError`` if another program has it, or the bus's policy forbids it.
    package func requestName(_ name: String) throws(BusError) {
        let code = unsafe sd_bus_request_name(bus, name, UInt64(SD_BUS_NAME_REPLACE_EXISTING))
        if -code == EEXIST { throw BusError(.failed, "\(name) belongs to another program") }
        try check(code, "the name \(name)")
    }

    /// Makes this connection own a name once its owner leaves the bus, until another takes it by
    /// ``requestName(_:)``.
    package func queueForName(_ name: String) throws(BusError) {
        let flags = UInt64(SD_BUS_NAME_QUEUE | SD_BUS_NAME_ALLOW_REPLACEMENT)
        try check(unsafe sd_bus_request_name(bus, name, flags), "the name \(name)")
    }

    package func releaseName(_ name: String) throws(BusError) {
        try check(unsafe sd_bus_release_name(bus, name), "sd_bus_release_name")
    }
}
