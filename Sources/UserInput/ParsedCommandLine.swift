package struct ParsedCommandLine: Sendable {
    /// The options in their order with their values; an option without one has an empty value.
    package internal(set) var options: [(name: String, value: String)] = []

    package internal(set) var operands: [String] = []

    package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// Returns the value of the option, the last where it is repeated.
    package func value(of name: String) -> String? { values(of: name).last }

    package func values(of name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    package func number(of name: String) -> Int? { value(of: name).flatMap { Int($0) } }

    /// Returns the value of an option whose kind is ``CommandOption/Value/decimal(_:_:)``.
    package func decimal(of name: String) -> Double? { value(of: name).flatMap { Double($0) } }
}
