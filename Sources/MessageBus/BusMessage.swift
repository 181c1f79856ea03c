import CSystemd

/// A signal or a reply that arrived.
package struct BusMessage: Hashable, Sendable {
    /// The unique name of the program that sent it, such as `:1.42`; `org.freedesktop.DBus` for the bus.
    package let sender: String

    /// The object, such as `/org/freedesktop/login1`; empty in a reply.
    package let path: String

    /// The name of the signal; empty in a reply.
    package let member: String

    package let arguments: [BusValue]

    init(_ message: RawMessage) throws(BusError) {
        sender = message.sender
        path = unsafe Self.text(sd_bus_message_get_path(message.pointer))
        member = unsafe Self.text(sd_bus_message_get_member(message.pointer))
        arguments = try message.values()
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}

/// A call of a method of one of this program's objects.
///
/// Answer it once, now or later. A call that is dropped without an answer fails, so that nobody waits for it.
package final class BusCall {
    package let message: BusMessage

    /// A copy of the call's header for the reply; the call itself would hold its descriptors until the
    /// answer.
    private var request: RawMessage?

    init(_ call: RawMessage) throws(BusError) {
        message = try BusMessage(call)
        let copy = try unsafe RawMessage(for: "a call") { copy in
            unsafe sd_bus_message_new_method_call(
                sd_bus_message_get_bus(call.pointer),
                &copy,
                nil,
                sd_bus_message_get_path(call.pointer),
                sd_bus_message_get_interface(call.pointer),
                sd_bus_message_get_member(call.pointer)
            )
        }
        let caller = unsafe sd_bus_message_get_sender(call.pointer)
        try check(unsafe sd_bus_message_set_sender(copy.pointer, caller), "a call")
        let isExpected = unsafe sd_bus_message_get_expect_reply(call.pointer)
        try check(unsafe sd_bus_message_set_expect_reply(copy.pointer, isExpected), "a call")
        var cookie: UInt64 = 0
        try check(unsafe sd_bus_message_get_cookie(call.pointer, &cookie), "a call")
        try check(unsafe sd_bus_message_seal(copy.pointer, cookie, 0), "a call")
        request = copy
    }

    deinit { fail(BusError(.failed, "the call was not answered")) }

    package func reply(_ results: BusValue...) {
        guard let request else { return }
        do throws(BusError) {
            let reply = try unsafe RawMessage(for: "the reply") { reply in
                unsafe sd_bus_message_new_method_return(request.pointer, &reply)
            }
            try reply.append(results)
            // Ignore a failure: the caller or the bus is gone.
            unsafe _ = sd_bus_send(nil, reply.pointer, nil)
            self.request = nil
        } catch { fail(error) }
    }

    package func fail(_ error: BusError) {
        guard let request else { return }
        var problem = unsafe sd_bus_error()
        unsafe _ = sd_bus_error_set(&problem, error.name, error.message)
        unsafe _ = sd_bus_reply_method_error(request.pointer, &problem)
        unsafe sd_bus_error_free(&problem)
        self.request = nil
    }
}
