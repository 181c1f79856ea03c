/// An interface of the objects of one type, with the code behind its members.
///
/// sd-bus checks the types of all arguments against the interface, and itself refuses unknown members.
package struct BusInterface<Object>: Sendable {
    package enum Member: Sendable {
        /// A method with the signatures of its parameters and results, which answers a call now or later.
        case method(
            String,
            in: String = "",
            out: String = "",
            @Sendable (Object, BusCall) throws(BusError) -> Void
        )
        case signal(String, String = "")

        /// A property with the signature of its value; `set`, if it can be changed, announces the change.
        case property(
            String,
            String,
            get: @Sendable (Object) -> BusValue,
            set: (@Sendable (Object, BusValue) throws(BusError) -> Void)? = nil
        )
    }

    /// The name, such as `org.freedesktop.GeoClue2.Client`.
    package let name: String

    package let members: [Member]

    package init(_ name: String, _ members: [Member]) {
        self.name = name
        self.members = members
    }
}
