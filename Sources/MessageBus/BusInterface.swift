package struct BusInterface: Sendable {
    /// The parameters of a method or the values of a signal: names, for those who read the description, with their types.
    package typealias Parameters = KeyValuePairs<String, String>

    package enum Member: Sendable {
        case method(String, in: Parameters = [:], out: Parameters = [:])
        case signal(String, Parameters = [:])

        /// A property; a constant one never changes after its object was made.
        case property(String, type: String, isWritable: Bool = false, isConstant: Bool = false)
    }

    /// The name, such as `org.freedesktop.GeoClue2.Client`.
    package let name: String

    package let members: [Member]

    package init(_ name: String, _ members: [Member]) {
        self.name = name
        self.members = members
    }
}

/// A property of an object as somebody reads or writes it.
package struct BusProperty: Hashable, Sendable {
    package let name: String
    package let interface: String
    package let path: String

    /// The unique name of the program that asks.
    package let sender: String
}

/// An object that other programs may call.
///
/// sd-bus checks the types of everything that arrives against the interface. It answers what the interface lacks.
package protocol BusObject {
    /// Carries out a call, and answers it now or later.
    func handle(_ call: BusCall)

    /// Returns the value of a property, of the type that the interface gives.
    func value(of property: BusProperty) throws(BusError) -> BusValue

    /// Changes a writable property. The change is announced by the object itself.
    func set(_ property: BusProperty, to value: BusValue) throws(BusError)
}

extension BusObject {
    /// Refuses the change of an object without writable properties.
    package func set(_ property: BusProperty, to value: BusValue) throws(BusError) {
        throw BusError(.accessDenied, "\(property.name) cannot be changed")
    }
}
