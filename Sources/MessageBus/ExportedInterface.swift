import CSystemd
import Glibc

extension MessageBus {
    /// Lets other programs call an object until the result is released.
    package func export<Object>(
        _ object: Object,
        at path: String,
        as interface: BusInterface<Object>
    ) throws(BusError) -> BusSubscription {
        try exportAll(below: path, as: interface) { found, _ in found == path ? object : nil }
    }

    /// Lets other programs call the objects at a path and below it until the result is released.
    ///
    /// `find` returns the object with a path as a program sees it, named by its unique name; `nil` if there is none.
    package func exportAll<Object>(
        below prefix: String,
        as interface: BusInterface<Object>,
        _ find: @escaping (_ path: String, _ sender: String) -> Object?
    ) throws(BusError) -> BusSubscription {
        try unsafe ExportedInterface(interface, find).install(on: bus, below: prefix)
    }
}

/// An interface in the form that sd-bus wants, with the functions that find its objects.
@safe private final class ExportedInterface {
    /// The path of an object, and the program that uses it.
    typealias Place = (path: String, sender: String)

    private let name: String
    private let exists: (Place) -> Bool
    private var methods: [String: (BusCall) -> Void] = [:]
    private var getters: [String: (Place) -> Result<BusValue, BusError>] = [:]
    private var setters: [String: (Place, BusValue) -> Result<Void, BusError>] = [:]
    private let table: UnsafeMutableBufferPointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>?] = unsafe []

    init<Object>(
        _ interface: BusInterface<Object>,
        _ find: @escaping (_ path: String, _ sender: String) -> Object?
    ) {
        name = interface.name
        exists = { find($0.path, $0.sender) != nil }
        func object(at place: Place) throws(BusError) -> Object {
            if let object = find(place.path, place.sender) { return object }
            throw BusError(.unknownObject, "there is no \(place.path)")
        }
        unsafe table = .allocate(capacity: interface.members.count + 2)
        unsafe table.initialize(repeating: waymark_bus_end())
        unsafe table[0] = waymark_bus_start()
        for (index, member) in interface.members.enumerated() {
            switch member {
            case .method(let name, let parameters, let results, let carryOut):
                methods[name] = { call in
                    let place = (call.message.path, call.message.sender)
                    do throws(BusError) { try carryOut(object(at: place), call) } catch { call.fail(error) }
                }
                unsafe table[index + 1] =
                    unsafe waymark_bus_method(text(name), text(parameters), text(results), Self.handle)
            case .signal(let name, let values):
                unsafe table[index + 1] = unsafe waymark_bus_signal(text(name), text(values))
            case .property(let name, let type, let get, let set):
                getters[name] = { place in Result { () throws(BusError) in get(try object(at: place)) } }
                if let set {
                    setters[name] = { place, value in
                        Result { () throws(BusError) in try set(object(at: place), value) }
                    }
                }
                unsafe table[index + 1] =
                    unsafe waymark_bus_property(text(name), text(type), Self.get, set == nil ? nil : Self.set)
            }
        }
    }

    deinit {
        unsafe table.deallocate()
        for index in unsafe texts.indices { unsafe free(texts[index]) }
    }

    /// Copies a text to where it stays as long as the table.
    private func text(_ text: String) -> UnsafePointer<CChar>? {
        let copy = unsafe strdup(text)
        unsafe texts.append(copy)
        return unsafe UnsafePointer(copy)
    }

    func install(on bus: OpaquePointer, below prefix: String) throws(BusError) -> BusSubscription {
        try unsafe BusSubscription(of: self, "an exported object") { slot, context in
            unsafe sd_bus_add_fallback_vtable(bus, &slot, prefix, name, table.baseAddress, Self.find, context)
        }
    }

    // MARK: Callbacks

    private static func of(_ context: UnsafeMutableRawPointer) -> ExportedInterface {
        unsafe Unmanaged<ExportedInterface>.fromOpaque(context).takeUnretainedValue()
    }

    /// Runs the body of a callback, and returns the callback's result; an error goes to sd-bus.
    private static func result(
        _ error: UnsafeMutablePointer<sd_bus_error>?,
        _ body: () throws(BusError) -> Void
    ) -> CInt {
        do throws(BusError) {
            try body()
            return 1
        } catch let problem {
            return unsafe sd_bus_error_set(error, problem.name, problem.message)
        }
    }

    private static let find: sd_bus_object_find_t = { bus, path, _, context, found, _ in
        guard let bus = unsafe bus, let context = unsafe context,
            unsafe of(context).exists(place(bus, path))
        else { return 0 }
        unsafe found?.pointee = unsafe context
        return 1
    }

    private static let handle: sd_bus_message_handler_t = { request, context, error in
        guard let request = unsafe request, let context = unsafe context else { return -EINVAL }
        return unsafe result(error) { () throws(BusError) in
            let call = try BusCall(unsafe RawMessage(request))
            unsafe of(context).methods[call.message.member]?(call)
        }
    }

    private static let get: sd_bus_property_get_t = { bus, path, _, name, reply, context, error in
        guard let bus = unsafe bus, let reply = unsafe reply, let context = unsafe context,
            let get = unsafe of(context).getters[BusMessage.text(name)]
        else { return -EINVAL }
        return unsafe result(error) { () throws(BusError) in
            try unsafe RawMessage(reply).append([get(place(bus, path)).get()])
        }
    }

    private static let set: sd_bus_property_set_t = { bus, path, _, name, message, context, error in
        guard let bus = unsafe bus, let message = unsafe message, let context = unsafe context,
            let set = unsafe of(context).setters[BusMessage.text(name)]
        else { return -EINVAL }
        return unsafe result(error) { () throws(BusError) in
            guard let value = try unsafe RawMessage(message).values().first else {
                throw BusError(.invalidArguments, "there is no value")
            }
            try unsafe set(place(bus, path), value).get()
        }
    }

    /// Returns an object's place for the program whose message is being handled.
    private static func place(_ bus: OpaquePointer, _ path: UnsafePointer<CChar>?) -> Place {
        let sender = unsafe BusMessage.text(sd_bus_message_get_sender(sd_bus_get_current_message(bus)))
        return (unsafe BusMessage.text(path), sender)
    }
}
