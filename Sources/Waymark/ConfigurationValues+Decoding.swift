import FoundationEssentials
public import LocationModel
import Varlink
import WaymarkInterfaces

extension ConfigurationValues {
    /// Returns the configuration as a value of the provider's own type.
    ///
    /// ```swift
    /// struct Options: Decodable {
    ///     let units: String
    ///     let hours: Int
    /// }
    /// let options = try context.configuration.decoded(as: Options.self)
    /// ```
    ///
    /// It throws `DecodingError` if the manifest has other properties than the type.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.text.utf8))
    }
}
