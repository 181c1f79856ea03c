import CSystemd

/// A registration with a connection, which ends with this object.
@safe package final class BusSubscription {
    private let slot: OpaquePointer

    /// Registers an object with the function `call` of sd-bus, which `register` calls to create the slot.
    ///
    /// The object lives as long as the slot, which has it as its context.
    init(
        of object: AnyObject,
        _ call: String,
        _ register: (inout OpaquePointer?, UnsafeMutableRawPointer) -> CInt
    ) throws(BusError) {
        let context = unsafe Unmanaged.passRetained(object).toOpaque()
        var slot: OpaquePointer? = nil
        let code = unsafe register(&slot, context)
        guard code >= 0, let slot = unsafe slot else {
            unsafe Unmanaged<AnyObject>.fromOpaque(context).release()
            throw BusError(code: code, call)
        }
        unsafe _ = sd_bus_slot_set_destroy_callback(slot) { context in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<AnyObject>.fromOpaque(context).release()
        }
        unsafe self.slot = unsafe slot
    }

    deinit { unsafe sd_bus_slot_unref(slot) }

    /// Lets the registration live as long as the connection.
    package func leaveToConnection() { unsafe _ = sd_bus_slot_set_floating(slot, 1) }
}

/// A callback that sd-bus calls with a message.
final class MessageReceiver {
    private let receive: (RawMessage) -> Void

    init(_ receive: @escaping (RawMessage) -> Void) { self.receive = receive }

    func install(
        _ call: String,
        _ register: (inout OpaquePointer?, sd_bus_message_handler_t, UnsafeMutableRawPointer) -> CInt
    ) throws(BusError) -> BusSubscription {
        try unsafe BusSubscription(of: self, call) { slot, context in
            unsafe register(&slot, Self.callback, context)
        }
    }

    private static let callback: sd_bus_message_handler_t = { message, context, _ in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        let receiver = unsafe Unmanaged<MessageReceiver>.fromOpaque(context).takeUnretainedValue()
        receiver.receive(unsafe RawMessage(message))
        return 0
    }
}
