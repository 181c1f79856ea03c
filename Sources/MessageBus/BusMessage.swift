import CSystemd

/// A signal or a reply that arrived.
package struct BusMessage: Hashable, Sendable {
    /// The unique name of the program that sent it, such as `:1.42`; `org.freedesktop.DBus` for the bus.
    package let sender: String

    /// The object, such as `/org/freedesktop/login1`; empty in a reply.
    package let path: String

    /// The interface; empty in a reply.
    package let interface: String

    /// The name of the signal; empty in a reply.
    package let member: String

    package let arguments: [BusValue]

    init(_ message: OpaquePointer) throws(BusError) {
        sender = unsafe Self.text(sd_bus_message_get_sender(message))
        path = unsafe Self.text(sd_bus_message_get_path(message))
        interface = unsafe Self.text(sd_bus_message_get_interface(message))
        member = unsafe Self.text(sd_bus_message_get_member(message))
        arguments = try unsafe MessageContent.read(message)
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
