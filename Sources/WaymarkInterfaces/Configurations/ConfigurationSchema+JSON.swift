package import LocationModel
package import Varlink

extension ConfigurationSchema: JSONWritable {
    /// Writes the schema as a JSON schema, with its properties in the order of the manifest.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("additionalProperties", false)
            json.member("properties", Properties(properties: properties))
            let required = properties.filter(\.isRequired).map(\.name)
            if !required.isEmpty { json.member("required", required) }
            json.member("type", "object")
        }
    }
}

private struct Properties: JSONWritable {
    let properties: [ConfigurationProperty]

    func write(to json: inout JSONWriter) {
        json.object { json in
            for property in properties { json.member(named: property.name, property) }
        }
    }
}

extension ConfigurationProperty: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("default", defaultValue)
            json.member("description", description)
            if !choices.isEmpty { json.member("enum", choices) }
            json.member("maximum", maximum)
            json.member("minimum", minimum)
            json.member("title", title)
            json.member("type", type.rawValue)
        }
    }
}
