import CSystemd
import Glibc
import LinuxSystem

enum MessageContent {
    static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
        for value in values { try unsafe append(value, to: message) }
    }

    private static func append(_ value: BusValue, to message: OpaquePointer) throws(BusError) {
        switch value {
        // sd-bus expects an `int` for a boolean.
        case .boolean(let value): try unsafe append("b", CInt(value ? 1 : 0), to: message)
        case .byte(let value): try unsafe append("y", value, to: message)
        case .int16(let value): try unsafe append("n", value, to: message)
        case .uint16(let value): try unsafe append("q", value, to: message)
        case .int32(let value): try unsafe append("i", value, to: message)
        case .uint32(let value): try unsafe append("u", value, to: message)
        case .int64(let value): try unsafe append("x", value, to: message)
        case .uint64(let value): try unsafe append("t", value, to: message)
        case .double(let value): try unsafe append("d", value, to: message)
        case .descriptor(let value): try unsafe append("h", value.number, to: message)
        case .string(let text), .path(let text), .signature(let text):
            // A zero byte would cut the text off without an error.
            guard !text.utf8.contains(0) else { throw BusError(.invalidArguments, "a text has a zero byte") }
            let type = value.signature.utf8CString[0]
            try check(unsafe sd_bus_message_append_basic(message, type, text), "sd_bus_message_append_basic")
        case .array(let element, let elements):
            try unsafe append(elements, to: message, in: "a", of: element)
        case .structure(let fields):
            try unsafe append(fields, to: message, in: "r", of: fields.map(\.signature).joined())
        case .entry(let key, let value):
            try unsafe append([key, value], to: message, in: "e", of: key.signature + value.signature)
        case .variant(let value): try unsafe append([value], to: message, in: "v", of: value.signature)
        }
    }

    private static func append<Value: BitwiseCopyable>(
        _ type: String,
        _ value: Value,
        to message: OpaquePointer
    ) throws(BusError) {
        let code = unsafe withUnsafeBytes(of: value) { bytes in
            unsafe sd_bus_message_append_basic(message, type.utf8CString[0], bytes.baseAddress)
        }
        try check(code, "sd_bus_message_append_basic")
    }

    private static func append(
        _ values: [BusValue],
        to message: OpaquePointer,
        in container: String,
        of contents: String
    ) throws(BusError) {
        let type = container.utf8CString[0]
        try check(
            unsafe sd_bus_message_open_container(message, type, contents),
            "sd_bus_message_open_container"
        )
        try unsafe append(values, to: message)
        try check(unsafe sd_bus_message_close_container(message), "sd_bus_message_close_container")
    }

    /// Reads all values of a message or of the container that is open in it.
    static func read(_ message: OpaquePointer) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>? = nil
            let code = unsafe sd_bus_message_peek_type(message, &type, &contents)
            guard try check(code, "sd_bus_message_peek_type") > 0 else { return values }
            let inner = unsafe contents.map { unsafe String(cString: $0) } ?? ""
            try unsafe values.append(value(of: type, inner, in: message))
        }
    }

    private static func value(
        of type: CChar,
        _ contents: String,
        in message: OpaquePointer
    ) throws(BusError) -> BusValue {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "b"): .boolean(try unsafe basic(type, CInt(0), in: message) != 0)
        case UInt8(ascii: "y"): .byte(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "n"): .int16(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "q"): .uint16(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "i"): .int32(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "u"): .uint32(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "x"): .int64(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "t"): .uint64(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "d"): .double(try unsafe basic(type, 0, in: message))
        case UInt8(ascii: "s"): .string(try unsafe text(type, in: message))
        case UInt8(ascii: "o"): .path(try unsafe text(type, in: message))
        case UInt8(ascii: "g"): .signature(try unsafe text(type, in: message))
        case UInt8(ascii: "h"): .descriptor(try unsafe descriptor(type, in: message))
        default: try unsafe container(type, contents, in: message)
        }
    }

    private static func basic<Value: BitwiseCopyable>(
        _ type: CChar,
        _ empty: Value,
        in message: OpaquePointer
    ) throws(BusError) -> Value {
        var value = empty
        let code = unsafe withUnsafeMutableBytes(of: &value) { bytes in
            unsafe sd_bus_message_read_basic(message, type, bytes.baseAddress)
        }
        try check(code, "sd_bus_message_read_basic")
        return value
    }

    private static func text(_ type: CChar, in message: OpaquePointer) throws(BusError) -> String {
        var text: UnsafePointer<CChar>? = nil
        let code = unsafe withUnsafeMutablePointer(to: &text) { place in
            unsafe sd_bus_message_read_basic(message, type, place)
        }
        try check(code, "sd_bus_message_read_basic")
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    /// Reads a descriptor, which belongs to the message, and duplicates it.
    private static func descriptor(_ type: CChar, in message: OpaquePointer) throws(BusError) -> BusDescriptor
    {
        let number = try unsafe basic(type, CInt(-1), in: message)
        let own = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw BusError(code: -errno, "fcntl") }
        return BusDescriptor(FileDescriptor(owning: own))
    }

    private static func container(
        _ type: CChar,
        _ contents: String,
        in message: OpaquePointer
    ) throws(BusError) -> BusValue {
        try check(
            unsafe sd_bus_message_enter_container(message, type, contents),
            "sd_bus_message_enter_container"
        )
        let values = try unsafe read(message)
        try check(unsafe sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
        switch (UInt8(bitPattern: type), values.count) {
        case (UInt8(ascii: "a"), _): return .array(of: contents, values)
        case (UInt8(ascii: "r"), _): return .structure(values)
        case (UInt8(ascii: "e"), 2): return .entry(key: values[0], values[1])
        case (UInt8(ascii: "v"), 1): return .variant(values[0])
        default: throw BusError(.invalidArguments, "an entry or a variant has no value")
        }
    }
}
