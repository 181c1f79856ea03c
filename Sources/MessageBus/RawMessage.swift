import CSystemd
import Glibc
import LinuxSystem

/// A message of sd-bus, which is released with this object.
@safe final class RawMessage {
    let pointer: OpaquePointer

    /// Creates a message with a function of sd-bus; an error names `purpose`.
    init(for purpose: String, _ create: (inout OpaquePointer?) -> CInt) throws(BusError) {
        var made: OpaquePointer? = nil
        let code = unsafe create(&made)
        guard code >= 0, let made = unsafe made else { throw BusError(code: code, purpose) }
        unsafe pointer = unsafe made
    }

    /// Holds a message that belongs to sd-bus.
    init(_ message: OpaquePointer) { unsafe pointer = sd_bus_message_ref(message) }

    deinit { unsafe sd_bus_message_unref(pointer) }

    var sender: String { unsafe BusMessage.text(sd_bus_message_get_sender(pointer)) }

    // MARK: Writing

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        // sd-bus expects an `int` for a boolean.
        case .boolean(let value): try append("b", CInt(value ? 1 : 0))
        case .byte(let value): try append("y", value)
        case .int16(let value): try append("n", value)
        case .uint16(let value): try append("q", value)
        case .int32(let value): try append("i", value)
        case .uint32(let value): try append("u", value)
        case .int64(let value): try append("x", value)
        case .uint64(let value): try append("t", value)
        case .double(let value): try append("d", value)
        case .descriptor(let value): try append("h", value.number)
        case .string(let text), .path(let text), .signature(let text):
            // A zero byte would cut the text off without an error.
            guard !text.utf8.contains(0) else { throw BusError(.invalidArguments, "a text has a zero byte") }
            let type = value.signature.utf8CString[0]
            try check(unsafe sd_bus_message_append_basic(pointer, type, text), "sd_bus_message_append_basic")
        case .array(let element, let elements): try append(elements, in: "a", of: element)
        case .structure(let fields): try append(fields, in: "r", of: fields.map(\.signature).joined())
        case .entry(let key, let value):
            try append([key, value], in: "e", of: key.signature + value.signature)
        case .variant(let value): try append([value], in: "v", of: value.signature)
        }
    }

    private func append(_ type: String, _ value: some BitwiseCopyable) throws(BusError) {
        let code = unsafe withUnsafeBytes(of: value) { bytes in
            unsafe sd_bus_message_append_basic(pointer, type.utf8CString[0], bytes.baseAddress)
        }
        try check(code, "sd_bus_message_append_basic")
    }

    private func append(_ values: [BusValue], in type: String, of contents: String) throws(BusError) {
        let code = unsafe sd_bus_message_open_container(pointer, type.utf8CString[0], contents)
        try check(code, "sd_bus_message_open_container")
        try append(values)
        try check(unsafe sd_bus_message_close_container(pointer), "sd_bus_message_close_container")
    }

    // MARK: Reading

    /// Reads all values of the message or of the container that is open in it.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>? = nil
            let code = unsafe sd_bus_message_peek_type(pointer, &type, &contents)
            guard try check(code, "sd_bus_message_peek_type") > 0 else { return values }
            try values.append(value(of: type, unsafe BusMessage.text(contents)))
        }
    }

    private func value(of type: CChar, _ contents: String) throws(BusError) -> BusValue {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "b"): .boolean(try basic(type, CInt(0)) != 0)
        case UInt8(ascii: "y"): .byte(try basic(type, 0))
        case UInt8(ascii: "n"): .int16(try basic(type, 0))
        case UInt8(ascii: "q"): .uint16(try basic(type, 0))
        case UInt8(ascii: "i"): .int32(try basic(type, 0))
        case UInt8(ascii: "u"): .uint32(try basic(type, 0))
        case UInt8(ascii: "x"): .int64(try basic(type, 0))
        case UInt8(ascii: "t"): .uint64(try basic(type, 0))
        case UInt8(ascii: "d"): .double(try basic(type, 0))
        case UInt8(ascii: "s"): .string(try text(type))
        case UInt8(ascii: "o"): .path(try text(type))
        case UInt8(ascii: "g"): .signature(try text(type))
        case UInt8(ascii: "h"): .descriptor(try descriptor(type))
        default: try container(type, contents)
        }
    }

    private func basic<Value: BitwiseCopyable>(_ type: CChar, _ empty: Value) throws(BusError) -> Value {
        var value = empty
        let code = unsafe withUnsafeMutableBytes(of: &value) { bytes in
            unsafe sd_bus_message_read_basic(pointer, type, bytes.baseAddress)
        }
        try check(code, "sd_bus_message_read_basic")
        return value
    }

    private func text(_ type: CChar) throws(BusError) -> String {
        unsafe BusMessage.text(try basic(type, UnsafePointer<CChar>?.none))
    }

    /// Reads a descriptor, which belongs to the message, and duplicates it.
    private func descriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
        let own = fcntl(try basic(type, CInt(-1)), F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw BusError(code: -errno, "fcntl") }
        return BusDescriptor(FileDescriptor(owning: own))
    }

    private func container(_ type: CChar, _ contents: String) throws(BusError) -> BusValue {
        let code = unsafe sd_bus_message_enter_container(pointer, type, contents)
        try check(code, "sd_bus_message_enter_container")
        let values = try values()
        try check(unsafe sd_bus_message_exit_container(pointer), "sd_bus_message_exit_container")
        switch (UInt8(bitPattern: type), values.count) {
        case (UInt8(ascii: "a"), _): return .array(of: contents, values)
        case (UInt8(ascii: "r"), _): return .structure(values)
        case (UInt8(ascii: "e"), 2): return .entry(key: values[0], values[1])
        case (UInt8(ascii: "v"), 1): return .variant(values[0])
        default: throw BusError(.invalidArguments, "an entry or a variant has no value")
        }
    }
}
