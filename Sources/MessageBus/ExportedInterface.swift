import CSystemd
import Glibc

extension MessageBus {
    /// Lets other programs call an object until the result is released.
    package func export(
        _ object: any BusObject,
        at path: String,
        as interface: BusInterface
    ) throws(BusError) -> BusSubscription {
        try exportAll(below: path, as: interface) { found, _ in found == path ? object : nil }
    }

    /// Lets other programs call the objects at a path and below it until the result is released.
    ///
    /// `find` returns the object with a path as a program sees it, named by its unique name; `nil` if there is none.
    package func exportAll(
        below prefix: String,
        as interface: BusInterface,
        _ find: @escaping (_ path: String, _ sender: String) -> (any BusObject)?
    ) throws(BusError) -> BusSubscription {
        try unsafe ExportedInterface(interface, find).install(on: bus, below: prefix)
    }
}

/// An interface in the form that sd-bus wants, with the way to its objects.
@safe private final class ExportedInterface {
    private let name: String
    private let object: (_ path: String, _ sender: String) -> (any BusObject)?
    private let types: [String: String]
    private let table: UnsafeMutableBufferPointer<sd_bus_vtable>
    private var texts: [UnsafeMutableBufferPointer<CChar>] = unsafe []

    init(
        _ interface: BusInterface,
        _ object: @escaping (_ path: String, _ sender: String) -> (any BusObject)?
    ) {
        name = interface.name
        self.object = object
        var types: [String: String] = [:]
        for case .property(let name, let type, _) in interface.members { types[name] = type }
        self.types = types
        unsafe table = .allocate(capacity: interface.members.count + 2)
        unsafe table.initialize(repeating: waymark_bus_end())
        unsafe table[0] = waymark_bus_start()
        for (index, member) in interface.members.enumerated() { unsafe table[index + 1] = entry(of: member) }
    }

    deinit {
        unsafe table.deallocate()
        for index in unsafe texts.indices { unsafe texts[index].deallocate() }
    }

    private func entry(of member: BusInterface.Member) -> sd_bus_vtable {
        switch member {
        case .method(let name, let parameters, let results):
            unsafe waymark_bus_method(text(name), text(parameters), text(results), Self.handle)
        case .signal(let name, let values): unsafe waymark_bus_signal(text(name), text(values))
        case .property(let name, let type, let isWritable):
            unsafe waymark_bus_property(text(name), text(type), Self.get, isWritable ? Self.set : nil)
        }
    }

    /// Copies a text to where it stays as long as the table.
    private func text(_ text: String) -> UnsafePointer<CChar>? {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
        unsafe _ = copy.initialize(from: text.utf8CString)
        unsafe texts.append(copy)
        return unsafe UnsafePointer(copy.baseAddress)
    }

    func install(on bus: OpaquePointer, below prefix: String) throws(BusError) -> BusSubscription {
        guard let table = unsafe table.baseAddress else { throw BusError(.failed, "no memory") }
        return try unsafe BusSubscription(of: self, "an exported object") { slot, context in
            unsafe sd_bus_add_fallback_vtable(bus, &slot, prefix, name, table, Self.find, context)
        }
    }

    /// Returns the object with a path, as a program sees it.
    private func existing(_ path: String, _ sender: String) throws(BusError) -> any BusObject {
        guard let object = object(path, sender) else {
            throw BusError(.unknownObject, "there is no \(path)")
        }
        return object
    }

    // MARK: What sd-bus calls

    private static func of(_ context: UnsafeMutableRawPointer) -> ExportedInterface {
        unsafe Unmanaged<ExportedInterface>.fromOpaque(context).takeUnretainedValue()
    }

    /// Tells sd-bus of an error, and returns what a callback then returns.
    private static func report(_ problem: BusError, _ error: UnsafeMutablePointer<sd_bus_error>?) -> CInt {
        unsafe sd_bus_error_set(error, problem.name, problem.message)
    }

    private static let find: sd_bus_object_find_t = { bus, path, _, context, found, _ in
        guard let bus = unsafe bus, let context = unsafe context,
            unsafe of(context).object(BusMessage.text(path), sender(on: bus)) != nil
        else { return 0 }
        unsafe found?.pointee = unsafe context
        return 1
    }

    private static let handle: sd_bus_message_handler_t = { request, context, error in
        guard let request = unsafe request, let context = unsafe context else { return -EINVAL }
        do throws(BusError) {
            let call = try unsafe BusCall(request)
            try unsafe of(context).existing(call.message.path, call.message.sender).handle(call)
            return 1
        } catch let problem {
            return unsafe report(problem, error)
        }
    }

    private static let get: sd_bus_property_get_t = { bus, path, interface, name, reply, context, error in
        guard let bus = unsafe bus, let reply = unsafe reply, let context = unsafe context else {
            return -EINVAL
        }
        let property = unsafe property(bus, path, interface, name)
        do throws(BusError) {
            let exported = unsafe of(context)
            let value = try exported.existing(property.path, property.sender).value(of: property)
            guard value.signature == exported.types[property.name] else {
                throw BusError(.failed, "\(property.name) has a value of the wrong type")
            }
            try unsafe MessageContent.append([value], to: reply)
            return 1
        } catch let problem {
            return unsafe report(problem, error)
        }
    }

    private static let set: sd_bus_property_set_t = { bus, path, interface, name, message, context, error in
        guard let bus = unsafe bus, let message = unsafe message, let context = unsafe context else {
            return -EINVAL
        }
        let property = unsafe property(bus, path, interface, name)
        do throws(BusError) {
            let object = try unsafe of(context).existing(property.path, property.sender)
            guard let value = try unsafe MessageContent.read(message).first else {
                throw BusError(.invalidArguments, "\(property.name) has no value")
            }
            try object.set(property, to: value)
            return 1
        } catch let problem {
            return unsafe report(problem, error)
        }
    }

    private static func property(
        _ bus: OpaquePointer,
        _ path: UnsafePointer<CChar>?,
        _ interface: UnsafePointer<CChar>?,
        _ name: UnsafePointer<CChar>?
    ) -> BusProperty {
        unsafe BusProperty(
            name: BusMessage.text(name),
            interface: BusMessage.text(interface),
            path: BusMessage.text(path),
            sender: sender(on: bus)
        )
    }

    /// The program whose message is being handled.
    private static func sender(on bus: OpaquePointer) -> String {
        unsafe BusMessage.text(sd_bus_message_get_sender(sd_bus_get_current_message(bus)))
    }
}
