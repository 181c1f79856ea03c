package import LocationModel
import UserInput
import Varlink

/// A reader of a subset of JSON Schema: one object of properties that are Booleans, numbers or strings.
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
            report(nil, "the schema is longer than \(Self.sizeLimit) bytes, the limit")
            return
        }
        do throws(JSONError) {
            let properties = read(try JSONObject(Array(text.utf8), depthLimit: Self.depthLimit))
            if mistakes.isEmpty { schema = ConfigurationSchema(properties) }
        } catch {
            report(error.offset, error.text)
        }
    }

    private mutating func report(_ offset: Int?, _ reason: String) {
        mistakes.append(SchemaMistake(at: offset, reason))
    }

    private mutating func report(_ offset: Int?, _ keyword: String, mustBe expected: String) {
        report(offset, "'\(keyword.shortened)' must be \(expected)")
    }

    private mutating func read(_ root: JSONObject) -> [ConfigurationProperty] {
        checkKeywords(of: root, Self.rootKeywords)
        if let type = root["type"], type.text != "object" {
            report(type.offset, "type", mustBe: "\"object\"")
        }
        if let others = root["additionalProperties"], others.kind != .bool(false) {
            report(others.offset, "additionalProperties", mustBe: "false")
        }
        _ = text("title", of: root)
        _ = text("description", of: root)
        guard let value = root["properties"], let properties = JSONObject(value) else {
            let expected = "an object with a schema for each property"
            report(root["properties"]?.offset, "properties", mustBe: expected)
            return []
        }
        let members = properties.members
        if members.count > ConfigurationSchema.propertyLimit {
            report(value.offset, "more than \(ConfigurationSchema.propertyLimit) properties, the limit")
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
            report(value.offset, "required", mustBe: "a list of names of properties")
            return []
        }
        for element in elements {
            guard let name = element.text, !known.contains(name) else { continue }
            let hint = Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            report(element.offset, "'required' names '\(name.shortened)', which is no property\(hint)")
        }
        return Set(elements.compactMap(\.text))
    }

    private mutating func property(_ member: JSONObject.Member) -> ConfigurationProperty? {
        let name = member.name
        guard let object = JSONObject(member.value) else {
            report(member.value.offset, name, mustBe: "an object with a 'type'")
            return nil
        }
        checkKeywords(of: object, Self.propertyKeywords)
        let types = "boolean, integer, number or string"
        guard let typeValue = object["type"] else {
            report(member.offset, "the property '\(name)' has no 'type'; give \(types)")
            return nil
        }
        guard let type = typeValue.text.flatMap(ConfigurationProperty.ValueType.init) else {
            report(typeValue.offset, "type", mustBe: types)
            return nil
        }
        guard var property = ConfigurationProperty(name: name, type: type) else {
            let reason =
                "'\(name.shortened)' is not a valid name of a property; use letters, digits, '.', '-' and '_', "
                + "starting with a letter or digit"
            report(member.offset, reason)
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
                report(
                    value.offset,
                    "the 'default' of '\(name)' is not one of the values that the property accepts"
                )
            }
        }
        return property
    }

    private mutating func readRange(of property: inout ConfigurationProperty, _ object: JSONObject) {
        for keyword in ["minimum", "maximum"] {
            guard let value = object[keyword] else { continue }
            guard property.type == .integer || property.type == .number else {
                let type = property.type.rawValue
                report(
                    value.offset,
                    "'\(keyword)' of '\(property.name)' means nothing for the type \(type); remove it"
                )
                continue
            }
            guard let number = try? Double(reading: value) else {
                report(value.offset, keyword, mustBe: "a number")
                continue
            }
            if keyword == "minimum" { property.minimum = number } else { property.maximum = number }
        }
        if let minimum = property.minimum, let maximum = property.maximum, minimum > maximum {
            let reason = "the 'minimum' of '\(property.name)' is greater than its 'maximum'"
            report(object["minimum"]?.offset, reason)
            (property.minimum, property.maximum) = (nil, nil)
        }
    }

    private mutating func readChoices(of property: inout ConfigurationProperty, _ value: JSONValue?) {
        guard let value else { return }
        guard let elements = value.elements, !elements.isEmpty else {
            return report(value.offset, "enum", mustBe: "a list of values")
        }
        var choices: [ConfigurationValue] = []
        for element in elements {
            guard let choice = ConfigurationValue(element).flatMap(property.accepted) else {
                let type = property.type.rawValue
                report(
                    element.offset,
                    "'enum' of '\(property.name)' has a value that is no \(type), the type of the property"
                )
                return
            }
            choices.append(choice)
        }
        property.choices = choices
    }

    private mutating func text(_ keyword: String, of object: JSONObject) -> String? {
        guard let value = object[keyword] else { return nil }
        if value.text == nil { report(value.offset, keyword, mustBe: "a text") }
        return value.text
    }

    private mutating func checkKeywords(of object: JSONObject, _ known: [String]) {
        for member in object.members where !known.contains(member.name) {
            let hint =
                Spelling.nearest(to: member.name, among: known).map { "did you mean '\($0)'?" }
                ?? "use \(known.joined(separator: ", "))"
            report(member.offset, "'\(member.name.shortened)' is not supported here; \(hint)")
        }
    }
}
