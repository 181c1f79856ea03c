extension InterfaceDefinition {
    /// The text of the interface `org.varlink.service`, which the specification requires of every service.
    static let serviceText = """
        # What every Varlink service tells about itself, and the errors any method may end with.
        interface org.varlink.service

        # Tells who made the service, what it is, and which interfaces it implements.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # Gives the definition of one of the interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not implement this interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but the service does not implement it.
        error MethodNotImplemented (method: string)

        # This parameter is missing, unknown, of the wrong type, or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method has to be called with 'more' set to true.
        error ExpectedMore ()

        # The method has to be called with 'upgrade' set to true.
        error ExpectedUpgrade ()

        """
}
