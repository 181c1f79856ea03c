/// A member of a structure for apps, made of one or two fields of the interface.
struct PublicMember {
    typealias Field = InterfaceDefinition.Field

    let name: String
    let type: String
    let access: String
    let fields: [String]
    let reading: String
    let writings: [(field: String, value: String)]

    /// Returns the members for the fields of a structure.
    ///
    /// Two angles become a `Coordinate`, seconds a `Duration`, and times a `UTCInstant`, which the library makes a `Date`.
    static func members(
        for fields: [Field],
        _ comment: (String) -> String,
        _ swiftType: (InterfaceDefinition.ValueType, Field) -> String
    ) -> [PublicMember] {
        fields.compactMap { field in
            let name = field.name
            let isOptional = if case .optional = field.type { true } else { false }
            let mark = isOptional ? "?" : ""
            func member(
                _ own: String,
                _ type: String,
                _ access: String = "public",
                reads reading: String? = nil,
                writes value: String
            ) -> PublicMember {
                PublicMember(
                    name: own,
                    type: type,
                    access: access,
                    fields: [name],
                    reading: "try json" + (reading ?? "[\"\(name)\"]"),
                    writings: [(name, value)]
                )
            }
            switch field.type {
            case .float where name == "longitudeDegrees": return nil
            case .float where name == "latitudeDegrees":
                let angles = [name, "longitudeDegrees"]
                return PublicMember(
                    name: "coordinate",
                    type: "LocationModel.Coordinate",
                    access: "public",
                    fields: angles,
                    reading: "try json.coordinate()",
                    writings: angles.map { ($0, "coordinate.\($0)") }
                )
            case .float where name.hasSuffix("Seconds"), .optional(.float) where name.hasSuffix("Seconds"):
                let own = String(name.dropLast("Seconds".count))
                let reading = ".seconds(\"\(name)\")"
                return member(own, "Duration\(mark)", reads: reading, writes: "\(own)\(mark).inSeconds")
            case .string where comment(name).contains("RFC 3339"),
                .optional(.string) where comment(name).contains("RFC 3339"):
                let own = "\(name)Instant"
                return member(own, "LocationModel.UTCInstant\(mark)", "package", writes: own)
            default: return member(name, swiftType(field.type, field), writes: name)
            }
        }
    }
}
