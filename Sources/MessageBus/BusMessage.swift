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

    init(_ message: OpaquePointer) throws(BusError) {
        sender = unsafe Self.text(sd_bus_message_get_sender(message))
        path = unsafe Self.text(sd_bus_message_get_path(message))
        member = unsafe Self.text(sd_bus_message_get_member(message))
        arguments = try unsafe MessageContent.read(message)
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}

/// A call of a method of one of this program's objects.
///
/// Answer it once, now or later. A call that is dropped without an answer fails, so that nobody waits for it.
@safe package final class BusCall {
    package let message: BusMessage

    /// What a reply needs of the call.
    private var request: OpaquePointer?

    init(_ request: OpaquePointer) throws(BusError) {
        message = try unsafe BusMessage(request)
        unsafe self.request = try unsafe Self.head(of: request)
    }

    /// Copies what a reply needs of a call, which itself would hold all descriptors that came with it until the answer.
    private static func head(of request: OpaquePointer) throws(BusError) -> OpaquePointer {
        var made: OpaquePointer? = nil
        var cookie: UInt64 = 0
        var code = unsafe sd_bus_message_get_cookie(request, &cookie)
        if code >= 0 {
            code = unsafe sd_bus_message_new_method_call(
                sd_bus_message_get_bus(request),
                &made,
                nil,
                sd_bus_message_get_path(request),
                sd_bus_message_get_interface(request),
                sd_bus_message_get_member(request)
            )
        }
        if code >= 0 { code = unsafe sd_bus_message_set_sender(made, sd_bus_message_get_sender(request)) }
        if code >= 0 {
            let isExpected = unsafe sd_bus_message_get_expect_reply(request)
            code = unsafe sd_bus_message_set_expect_reply(made, isExpected)
        }
        if code >= 0 { code = unsafe sd_bus_message_seal(made, cookie, 0) }
        guard code >= 0, let head = unsafe made else {
            unsafe sd_bus_message_unref(made)
            throw BusError(code: code, "a call")
        }
        return unsafe head
    }

    deinit { fail(BusError(.failed, "the call was not answered")) }

    package func reply(_ results: BusValue...) {
        guard let request = unsafe request else { return }
        var made: OpaquePointer? = nil
        guard unsafe sd_bus_message_new_method_return(request, &made) >= 0, let reply = unsafe made else {
            return fail(BusError(.failed, "no memory for the reply"))
        }
        defer { unsafe sd_bus_message_unref(reply) }
        do throws(BusError) {
            try unsafe MessageContent.append(results, to: reply)
        } catch {
            return fail(error)
        }
        // Ignore a failure: the caller or the bus is gone.
        unsafe _ = sd_bus_send(nil, reply, nil)
        finish()
    }

    package func fail(_ error: BusError) {
        guard let request = unsafe request else { return }
        var problem = unsafe sd_bus_error()
        unsafe _ = sd_bus_error_set(&problem, error.name, error.message)
        unsafe _ = sd_bus_reply_method_error(request, &problem)
        unsafe sd_bus_error_free(&problem)
        finish()
    }

    private func finish() {
        unsafe sd_bus_message_unref(request)
        unsafe request = nil
    }
}
