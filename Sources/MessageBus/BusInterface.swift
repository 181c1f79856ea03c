package struct BusInterface: Sendable {
    package enum Member: Sendable {
        /// A method with the signatures of its parameters and results.
        case method(String, in: String = "", out: String = "")
        case signal(String, String = "")

        case property(String, type: String, isWritable: Bool = false)
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
    package func set(_ property: BusProperty, to value: BusValue) throws(BusError) {
        throw BusError(.accessDenied, "\(property.name) cannot be changed")
    }
}
