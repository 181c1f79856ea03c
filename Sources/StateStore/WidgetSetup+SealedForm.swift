import LocationModel
import WaymarkEngine

// Sealed, because a person may configure a widget for the place where they live.
extension WidgetSetup: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(family.rawValue)
        for (name, value) in configuration.values.sorted(by: { $0.key < $1.key }) {
            bytes.append(name)
            switch value {
            case .boolean(let value):
                bytes.append(ValueForm.boolean)
                bytes.append(value ? 1 : 0 as UInt64)
            case .integer(let value):
                bytes.append(ValueForm.integer)
                bytes.append(UInt64(bitPattern: Int64(value)))
            case .number(let value):
                bytes.append(ValueForm.number)
                bytes.append(value.bitPattern)
            case .text(let value):
                bytes.append(ValueForm.text)
                bytes.append(value)
            }
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: WidgetIdentifier) {
        var reader = FormReader(bytes)
        guard let family = reader.text().flatMap(WidgetFamily.init) else { return nil }
        var values: [String: ConfigurationValue] = [:]
        while !reader.isAtEnd {
            guard let name = reader.text(), let value = reader.configurationValue() else { return nil }
            values[name] = value
        }
        self.init(family: family, configuration: ConfigurationValues(values))
    }
}

/// The number that stands before a value and tells its type.
private enum ValueForm {
    static let boolean: UInt64 = 0
    static let integer: UInt64 = 1
    static let number: UInt64 = 2
    static let text: UInt64 = 3
}

extension FormReader {
    fileprivate mutating func configurationValue() -> ConfigurationValue? {
        guard let type = number() else { return nil }
        if type == ValueForm.text { return text().map { .text($0) } }
        guard let bits = number() else { return nil }
        switch type {
        case ValueForm.boolean: return bits <= 1 ? .boolean(bits == 1) : nil
        case ValueForm.integer: return Int(exactly: Int64(bitPattern: bits)).map { .integer($0) }
        case ValueForm.number:
            let value = Double(bitPattern: bits)
            return value.isFinite ? .number(value) : nil
        default: return nil
        }
    }
}
