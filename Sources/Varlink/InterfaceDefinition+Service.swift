extension InterfaceDefinition {
    /// `org.varlink.service`, which the specification gives every service.
    ///
    /// Put together rather than read, so that there is no text here that could fail to be read; a test holds
    /// it against what reading its text gives.
    static let service = InterfaceDefinition(
        name: ServiceDescription.serviceInterface,
        text: serviceText,
        methods: [
            Method(
                name: "GetInfo",
                parameters: [],
                results: ["vendor", "product", "version", "url"].map { Field(name: $0, type: .string) }
                    + [Field(name: "interfaces", type: .array(.string))]
            ),
            Method(
                name: "GetInterfaceDescription",
                parameters: [Field(name: "interface", type: .string)],
                results: [Field(name: "description", type: .string)]
            ),
        ],
        failures: [
            Failure(name: "InterfaceNotFound", parameters: [Field(name: "interface", type: .string)]),
            Failure(name: "MethodNotFound", parameters: [Field(name: "method", type: .string)]),
            Failure(name: "MethodNotImplemented", parameters: [Field(name: "method", type: .string)]),
            Failure(name: "InvalidParameter", parameters: [Field(name: "parameter", type: .string)]),
            Failure(name: "PermissionDenied", parameters: []),
            Failure(name: "ExpectedMore", parameters: []),
            Failure(name: "ExpectedUpgrade", parameters: []),
        ],
        aliases: []
    )

    private init(
        name: String,
        text: String,
        methods: [Method],
        failures: [Failure],
        aliases: [Alias]
    ) {
        self.name = name
        self.text = text
        self.methods = methods
        self.failures = failures
        self.aliases = aliases
    }

    private static let serviceText = """
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
