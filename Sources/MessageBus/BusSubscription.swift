import CSystemd

/// Something registered with a connection, which ends with this object.
@safe package final class BusSubscription {
    private let slot: OpaquePointer
    private let kept: [AnyObject]

    init(_ slot: OpaquePointer, keeping kept: [AnyObject] = []) {
        unsafe self.slot = unsafe slot
        self.kept = kept
    }

    deinit { unsafe sd_bus_slot_unref(slot) }

    /// Lets the registration live as long as the connection.
    package func leaveToConnection() { unsafe _ = sd_bus_slot_set_floating(slot, 1) }
}

/// A callback that sd-bus calls with a message, and releases when its slot is destroyed.
@safe final class MessageReceiver {
    private let receive: (OpaquePointer, UnsafeMutablePointer<sd_bus_error>?) -> CInt

    init(_ receive: @escaping (OpaquePointer, UnsafeMutablePointer<sd_bus_error>?) -> CInt) {
        unsafe self.receive = unsafe receive
    }

    /// Registers the callback with the function `call` of sd-bus, which `register` calls to create the slot.
    func install(
        _ call: String,
        _ register: (inout OpaquePointer?, sd_bus_message_handler_t, UnsafeMutableRawPointer) -> CInt
    ) throws(BusError) -> BusSubscription {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        var slot: OpaquePointer? = nil
        let code = unsafe register(&slot, Self.callback, context)
        guard code >= 0, let slot = unsafe slot else {
            unsafe Unmanaged<MessageReceiver>.fromOpaque(context).release()
            throw BusError(code: code, call)
        }
        unsafe _ = sd_bus_slot_set_destroy_callback(slot) { context in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<MessageReceiver>.fromOpaque(context).release()
        }
        return unsafe BusSubscription(slot)
    }

    private static let callback: sd_bus_message_handler_t = { message, context, error in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        let receiver = unsafe Unmanaged<MessageReceiver>.fromOpaque(context).takeUnretainedValue()
        return unsafe receiver.receive(message, error)
    }
}
