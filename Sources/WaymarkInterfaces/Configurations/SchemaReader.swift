package import LocationModel
import UserInput
import Varlink

/// Reads a subset of JSON Schema: one object of properties that are Booleans, numbers or strings.
///
/// An own reader, because the validators that Debian has for C accept all of JSON Schema: patterns that take exponential
/// time, references to other files and nested values, for which no host could show a form.
package struct SchemaReader {
    /// The most bytes of a schema.
    package static let sizeLimit = 8192

    /// The depth of a list of choices: schema, properties, property, list.
    private static let depthLimit = 4

    private static let rootKeywords = [
        "type", "properties", "required", "additionalProperties", "title", "description",
    ]
    private static let propertyKeywords = [
        "type", "title", "description", "enum", "minimum", "maximum", "default",
    ]

    /// The mistakes found so far, in the order of the text.
    package private(set) var mistakes: [SchemaMistake] = []

    /// The schema; `nil` if there is a mistake.
    package private(set) var schema: ConfigurationSchema?

    package init(_ text: String) {
        guard text.utf8.count <= Self.sizeLimit else {
            report(nil, .tooLong(limit: Self.sizeLimit))
            return
        }
        do throws(JSONError) {
            let properties = read(try JSONObject(Array(text.utf8), depthLimit: Self.depthLimit))
            if mistakes.isEmpty { schema = ConfigurationSchema(properties) }
        } catch {
            report(error.offset, .notJSON(error))
        }
    }

    private mutating func report(_ offset: Int?, _ reason: SchemaMistake.Reason) {
        mistakes.append(SchemaMistake(at: offset, reason))
    }

    private mutating func read(_ root: JSONObject) -> [ConfigurationProperty] {
        checkKeywords(of: root, Self.rootKeywords)
        if let type = root["type"], type.text != "object" {
            report(type.offset, .wrongValue(keyword: "type", expected: "\"object\""))
        }
        if let others = root["additionalProperties"], others.kind != .bool(false) {
            report(others.offset, .wrongValue(keyword: "additionalProperties", expected: "false"))
        }
        _ = text("title", of: root)
        _ = text("description", of: root)
        guard let value = root["properties"], let properties = JSONObject(value) else {
            let expected = "an object with a schema for each property"
            report(root["properties"]?.offset, .wrongValue(keyword: "properties", expected: expected))
            return []
        }
        let members = properties.members
        if members.count > ConfigurationSchema.propertyLimit {
            report(value.offset, .tooManyProperties(limit: ConfigurationSchema.propertyLimit))
            return []
        }
        let required = requiredNames(root["required"], among: members.map(\.name))
        return members.compactMap { member in
            guard var property = property(member) else { return nil }
            property.isRequired = required.contains(property.name)
            return property
        }
    }

    private mutating func requiredNames(_ value: JSONValue?, among known: [String]) -> Set<String> {
        guard let value else { return [] }
        guard let elements = value.elements, elements.allSatisfy({ $0.text != nil }) else {
            report(value.offset, .wrongValue(keyword: "required", expected: "a list of names of properties"))
            return []
        }
        for element in elements {
            guard let name = element.text, !known.contains(name) else { continue }
            let nearest = Spelling.nearest(to: name, among: known)
            report(element.offset, .unknownRequired(name, nearest: nearest))
        }
        return Set(elements.compactMap(\.text))
    }

    private mutating func property(_ member: JSONObject.Member) -> ConfigurationProperty? {
        let name = member.name
        guard let object = JSONObject(member.value) else {
            report(member.value.offset, .wrongValue(keyword: name, expected: "an object with a 'type'"))
            return nil
        }
        checkKeywords(of: object, Self.propertyKeywords)
        guard let typeValue = object["type"] else {
            report(member.offset, .missingType(property: name))
            return nil
        }
        guard let type = typeValue.text.flatMap(ConfigurationProperty.ValueType.init) else {
            let expected = "boolean, integer, number or string"
            report(typeValue.offset, .wrongValue(keyword: "type", expected: expected))
            return nil
        }
        guard var property = ConfigurationProperty(name: name, type: type) else {
            report(member.offset, .badName(name))
            return nil
        }
        property.title = text("title", of: object)
        property.description = text("description", of: object)
        readRange(of: &property, object)
        readChoices(of: &property, object["enum"])
        if let value = object["default"] {
            // A range or a list with a mistake of its own was reported and accepts every value.
            if let given = ConfigurationValue(value), let accepted = property.accepted(given) {
                property.defaultValue = accepted
            } else {
                report(value.offset, .badDefault(property: name))
            }
        }
        return property
    }

    private mutating func readRange(of property: inout ConfigurationProperty, _ object: JSONObject) {
        for keyword in ["minimum", "maximum"] {
            guard let value = object[keyword] else { continue }
            guard property.type == .integer || property.type == .number else {
                let type = property.type.rawValue
                report(value.offset, .needlessKeyword(keyword, property: property.name, type: type))
                continue
            }
            guard let number = try? Double(reading: value) else {
                report(value.offset, .wrongValue(keyword: keyword, expected: "a number"))
                continue
            }
            if keyword == "minimum" { property.minimum = number } else { property.maximum = number }
        }
        if let minimum = property.minimum, let maximum = property.maximum, minimum > maximum {
            report(object["minimum"]?.offset, .emptyRange(property: property.name))
            (property.minimum, property.maximum) = (nil, nil)
        }
    }

    private mutating func readChoices(of property: inout ConfigurationProperty, _ value: JSONValue?) {
        guard let value else { return }
        guard let elements = value.elements, !elements.isEmpty else {
            return report(value.offset, .wrongValue(keyword: "enum", expected: "a list of values"))
        }
        var choices: [ConfigurationValue] = []
        for element in elements {
            guard let choice = ConfigurationValue(element).flatMap(property.accepted) else {
                let type = property.type.rawValue
                report(element.offset, .otherType(keyword: "enum", property: property.name, type: type))
                return
            }
            choices.append(choice)
        }
        property.choices = choices
    }

    private mutating func text(_ keyword: String, of object: JSONObject) -> String? {
        guard let value = object[keyword] else { return nil }
        if value.text == nil { report(value.offset, .wrongValue(keyword: keyword, expected: "a text")) }
        return value.text
    }

    private mutating func checkKeywords(of object: JSONObject, _ known: [String]) {
        for member in object.members where !known.contains(member.name) {
            let nearest = Spelling.nearest(to: member.name, among: known)
            report(member.offset, .unknownKeyword(member.name, nearest: nearest, known: known))
        }
    }
}
