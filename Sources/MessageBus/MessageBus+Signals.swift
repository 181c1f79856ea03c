import CSystemd

extension MessageBus {
    /// Calls `received` for each signal of a program until the result is released.
    ///
    /// Any program may send a signal to this connection. Only those of the owner of `sender` count.
    ///
    /// The `sender` is a unique name or one that it owns. Without a `path`, every object counts.
    package func subscribe(
        to member: String,
        of interface: String,
        at path: String? = nil,
        from sender: String,
        _ received: @escaping (BusMessage) -> Void
    ) throws(BusError) -> BusSubscription {
        let isUnique = sender.hasPrefix(":") || sender == Self.busName
        let owner = isUnique ? nil : try NameOwner(of: sender, on: self)
        let receiver = unsafe MessageReceiver { message, _ in
            let from = unsafe BusMessage.text(sd_bus_message_get_sender(message))
            guard from == (isUnique ? sender : owner?.owner) else { return 0 }
            if let message = try? unsafe BusMessage(message) { received(message) }
            return 0
        }
        return try unsafe receiver.install("sd_bus_match_signal") { slot, callback, context in
            unsafe sd_bus_match_signal(bus, &slot, sender, path, interface, member, callback, context)
        }
    }

    /// Sends a signal.
    ///
    /// Without a destination, all that listen receive it.
    package func emit(
        _ member: String,
        of interface: String,
        at path: String,
        _ arguments: [BusValue],
        to destination: String? = nil
    ) throws(BusError) {
        var made: OpaquePointer? = nil
        let code = unsafe sd_bus_message_new_signal(bus, &made, path, interface, member)
        guard code >= 0, let message = unsafe made else { throw BusError(code: code, "the signal \(member)") }
        defer { unsafe sd_bus_message_unref(message) }
        if let destination {
            try check(
                unsafe sd_bus_message_set_destination(message, destination),
                "sd_bus_message_set_destination"
            )
        }
        try unsafe MessageContent.append(arguments, to: message)
        try check(unsafe sd_bus_send(bus, message, nil), "the signal \(member)")
    }

    /// Announces new values of an object's properties.
    ///
    /// Without a destination, all that listen receive it.
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
}
