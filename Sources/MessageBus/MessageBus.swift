import CSystemd
import Glibc
package import LinuxSystem

/// A connection to a message bus (D-Bus), through libsystemd's sd-bus.
///
/// It belongs to one thread, whose loop waits for ``descriptor`` with ``interest`` and until ``nextDeadline``, and then
/// calls ``process(atMost:)``. Call ``process(atMost:)`` after other calls too, before the loop waits: messages may have
/// arrived during them.
///
/// All callbacks run inside ``process(atMost:)``.
@safe package final class MessageBus {
    package enum Address: Hashable, Sendable {
        /// The bus of this machine; `DBUS_SYSTEM_BUS_ADDRESS` may name another one.
        case system

        /// The bus of this user; `DBUS_SESSION_BUS_ADDRESS` may name another one.
        case user

        /// The bus at this address, such as `unix:path=/run/dbus/system_bus_socket`.
        case at(String)
    }

    /// The longest time that a call waits for its reply, unless it says otherwise.
    package static let patience: Duration = .seconds(10)

    let bus: OpaquePointer

    package init(_ address: Address) throws(BusError) {
        var bus: OpaquePointer? = nil
        var (code, place): (CInt, String)
        switch address {
        case .system: (code, place) = (unsafe sd_bus_open_system(&bus), "of the system")
        case .user: (code, place) = (unsafe sd_bus_open_user(&bus), "of this session")
        case .at(let address):
            (code, place) = (unsafe sd_bus_new(&bus), "at \(address)")
            if code >= 0 { code = unsafe sd_bus_set_address(bus, address) }
            if code >= 0 { code = unsafe sd_bus_set_bus_client(bus, 1) }
            if code >= 0 { code = unsafe sd_bus_start(bus) }
        }
        guard code >= 0, let bus = unsafe bus else {
            unsafe sd_bus_unref(bus)
            throw BusError(code: code, "no message bus \(place)")
        }
        unsafe self.bus = unsafe bus
        // The greeting's reply, so that a bus that refuses us is known here.
        var name: UnsafePointer<CChar>? = nil
        try check(unsafe sd_bus_get_unique_name(bus, &name), "the message bus")
        uniqueName = unsafe BusMessage.text(name)
    }

    deinit { unsafe sd_bus_flush_close_unref(bus) }

    /// The name that the bus gave this connection, such as `:1.42`.
    package let uniqueName: String

    // MARK: The loop

    package var descriptor: CInt { unsafe sd_bus_get_fd(bus) }

    package var interest: Poller.Interest {
        let events = unsafe sd_bus_get_events(bus)
        return events > 0 && events & CInt(POLLOUT) != 0 ? [.readable, .writable] : .readable
    }

    /// The time at which ``process(atMost:)`` must be called even if nothing arrives; `nil` for none.
    package var nextDeadline: ContinuousClock.Instant? {
        var microseconds = UInt64.max
        guard unsafe sd_bus_get_timeout(bus, &microseconds) > 0, microseconds != .max else { return nil }
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let elapsed = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        return .now + .microseconds(max(0, Int64(clamping: microseconds) - elapsed))
    }

    /// Handles messages that arrived and sends those that wait.
    ///
    /// - Returns: Whether there may be more; then call again before waiting.
    /// - Throws: ``BusError`` if the bus went away. The connection is useless then.
    @discardableResult
    package func process(atMost limit: Int = 64) throws(BusError) -> Bool {
        for _ in 0..<limit where try check(unsafe sd_bus_process(bus, nil), "the message bus") == 0 {
            return false
        }
        return true
    }

    /// Waits until all messages are sent.
    package func flush() throws(BusError) { try check(unsafe sd_bus_flush(bus), "sd_bus_flush") }

    // MARK: Calls

    /// A method of an object of another program.
    package struct Method: Hashable, Sendable {
        package var destination: String
        package var path: String
        package var interface: String
        package var member: String

        /// Whether the bus may start the program for the call.
        package var startsProgram: Bool

        package init(
            _ member: String,
            of interface: String,
            at path: String,
            of destination: String,
            startsProgram: Bool = true
        ) {
            self.destination = destination
            self.path = path
            self.interface = interface
            self.member = member
            self.startsProgram = startsProgram
        }

        package static func ofBus(_ member: String) -> Method {
            Method(member, of: busName, at: "/org/freedesktop/DBus", of: busName)
        }
    }

    /// The name of the bus itself, and of its interface.
    static let busName = "org.freedesktop.DBus"

    /// Calls a method and waits for the reply.
    @discardableResult
    package func call(
        _ method: Method,
        _ arguments: [BusValue] = [],
        timeout: Duration = MessageBus.patience
    ) throws(BusError) -> [BusValue] {
        let message = try newCall(method, arguments)
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        let reply = try? unsafe RawMessage(for: method.member) { reply in
            unsafe sd_bus_call(bus, message.pointer, timeout.inMicroseconds, &error, &reply)
        }
        guard let reply else { throw unsafe BusError(error) }
        return try reply.values()
    }

    package func property(
        _ property: String,
        of interface: String,
        at path: String,
        of owner: String,
        timeout: Duration = MessageBus.patience
    ) throws(BusError) -> BusValue? {
        let method = Method("Get", of: "org.freedesktop.DBus.Properties", at: path, of: owner)
        return try call(method, [.string(interface), .string(property)], timeout: timeout).first
    }

    /// Calls a method without waiting.
    ///
    /// `answered` takes the reply's values or the error. It is not called once the connection is gone.
    package func send(
        _ method: Method,
        _ arguments: [BusValue] = [],
        timeout: Duration = MessageBus.patience,
        answered: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
    ) throws(BusError) {
        let call = try newCall(method, arguments)
        let receiver = MessageReceiver { reply in
            answered(
                Result { () throws(BusError) in
                    if let error = unsafe sd_bus_message_get_error(reply.pointer) {
                        throw unsafe BusError(error.pointee)
                    }
                    return try reply.values()
                }
            )
        }
        let subscription = try unsafe receiver.install("sd_bus_call_async") { slot, callback, context in
            unsafe sd_bus_call_async(bus, &slot, call.pointer, callback, context, timeout.inMicroseconds)
        }
        // The connection keeps it until the reply.
        subscription.leaveToConnection()
    }

    private func newCall(_ method: Method, _ arguments: [BusValue]) throws(BusError) -> RawMessage {
        let call = try unsafe RawMessage(for: "the call of \(method.member)") { call in
            unsafe sd_bus_message_new_method_call(
                bus,
                &call,
                method.destination,
                method.path,
                method.interface,
                method.member
            )
        }
        if !method.startsProgram {
            try check(unsafe sd_bus_message_set_auto_start(call.pointer, 0), "sd_bus_message_set_auto_start")
        }
        try call.append(arguments)
        return call
    }
}

extension MessageBus {
    // MARK: Signals

    /// Calls `received` for each signal of a program until the result is released.
    ///
    /// Any program may send a signal to this connection. Only those of the owner of `sender` count.
    ///
    /// The `sender` is a unique name or one that it owns. Without a `path`, every object counts, and without a `subject`,
    /// every first argument.
    package func subscribe(
        to member: String,
        of interface: String,
        at path: String? = nil,
        from sender: String,
        about subject: String? = nil,
        _ received: @escaping (BusMessage) -> Void
    ) throws(BusError) -> BusSubscription {
        let isUnique = sender.hasPrefix(":") || sender == Self.busName
        let owner = isUnique ? nil : try NameOwner(of: sender, on: self)
        let receiver = MessageReceiver { message in
            guard message.sender == (isUnique ? sender : owner?.owner) else { return }
            if let message = try? BusMessage(message) { received(message) }
        }
        var rule = "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)'"
        if let path { rule += ",path='\(path)'" }
        if let subject { rule += ",arg0='\(subject)'" }
        return try unsafe receiver.install("sd_bus_add_match") { slot, callback, context in
            unsafe sd_bus_add_match(bus, &slot, rule, callback, context)
        }
    }

    /// Sends a signal; without a destination, all that listen receive it.
    package func emit(
        _ member: String,
        of interface: String,
        at path: String,
        _ arguments: [BusValue],
        to destination: String? = nil
    ) throws(BusError) {
        let signal = try unsafe RawMessage(for: "the signal \(member)") { signal in
            unsafe sd_bus_message_new_signal(bus, &signal, path, interface, member)
        }
        if let destination {
            let code = unsafe sd_bus_message_set_destination(signal.pointer, destination)
            try check(code, "sd_bus_message_set_destination")
        }
        try signal.append(arguments)
        try check(unsafe sd_bus_send(bus, signal.pointer, nil), "the signal \(member)")
    }

    /// Announces new values of an object's properties; without a destination, all that listen receive it.
    package func announce(
        _ properties: [String: BusValue],
        of interface: String,
        at path: String,
        to destination: String? = nil
    ) throws(BusError) {
        try emit(
            "PropertiesChanged",
            of: "org.freedesktop.DBus.Properties",
            at: path,
            [.string(interface), .dictionary(properties), .array(of: "s", [])],
            to: destination
        )
    }

    // MARK: Peers

    /// Returns the user and the process of a program on the bus, as the bus knows them.
    package func peer(named name: String) throws(BusError) -> PeerCredentials {
        guard let known = try call(.ofBus("GetConnectionCredentials"), [.string(name)]).first,
            let user = known[key: "UnixUserID"]?.integer, let userID = UInt32(exactly: user)
        else { throw BusError(.failed, "the bus does not know the user of \(name)") }
        let groups = (known[key: "UnixGroupIDs"]?.elements ?? []).compactMap(\.integer)
            .compactMap { UInt32(exactly: $0) }
        let processID = known[key: "ProcessID"]?.integer.flatMap { Int32(exactly: $0) }
        var process = processID.flatMap { PeerProcess(numbered: $0) }
        // Newer buses pass the process itself, which no later process can be confused with.
        if case .descriptor(let descriptor)? = known[key: "ProcessFD"] {
            process = PeerProcess(duplicating: descriptor.number) ?? process
        }
        return PeerCredentials(
            userID: userID,
            groupID: groups.first ?? .max,
            supplementaryGroups: Set(groups),
            processID: processID ?? 0,
            process: process
        )
    }
}

extension Duration {
    fileprivate var inMicroseconds: UInt64 {
        UInt64(clamping: components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
    }
}
