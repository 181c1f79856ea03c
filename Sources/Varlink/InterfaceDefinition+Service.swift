extension InterfaceDefinition {
    /// The text of the interface `org.varlink.service`, which the specification requires of every service.
    package static let serviceText = """
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
        #
        # For a person: the service does not know {interface}: it is older than this program; upgrade it, or restart it
        # after an upgrade
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        #
        # For a person: the service does not know {method}: it is older than this program; upgrade it, or restart it
        # after an upgrade
        error MethodNotFound (method: string)

        # The interface has the method, but the service does not implement it.
        #
        # For a person: the service does not know {method}: it is older than this program; upgrade it, or restart it
        # after an upgrade
        error MethodNotImplemented (method: string)

        # This parameter is missing, unknown, of the wrong type, or out of range.
        #
        # For a person: the service does not accept the value of '{parameter}'
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        #
        # For a person: permission denied: it is not for this user to call
        error PermissionDenied ()

        # The method has to be called with 'more' set to true.
        #
        # For a person: the method streams, and was called for one reply
        error ExpectedMore ()

        # The method has to be called with 'upgrade' set to true.
        #
        # For a person: the method upgrades its connection, and was called without
        error ExpectedUpgrade ()

        """
}
