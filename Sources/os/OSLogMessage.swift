// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// The readers of an interpolated value.
public enum OSLogPrivacy: Sendable {
    /// Numbers and truth values are public, all else is private.
    case auto

    /// Everybody.
    case `public`

    /// Whoever runs the program at a terminal.
    case `private`

    /// Nobody.
    case sensitive

    /// The part of a private value that is shown on Apple's platforms; here none.
    public enum Mask: Sendable {
        case hash
        case none
    }

    /// Returns the privacy as without a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
}

public struct OSLogFloatFormatting: Sendable {
    fileprivate let fractionDigits: Int

    /// With 6 digits after the point.
    public static let fixed = fixed(precision: 6)

    /// With `precision` digits after the point.
    public static func fixed(precision: Int) -> OSLogFloatFormatting { Self(fractionDigits: precision) }
}

/// A message as a string literal with interpolations.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    /// The text for the readers of standard error.
    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation(_ value: Any?, privacy: OSLogPrivacy = .auto) {
            append(value.map { "\($0)" } ?? "nil", privacy == .auto ? .private : privacy)
        }

        public mutating func appendInterpolation(_ value: Bool, privacy: OSLogPrivacy = .auto) {
            append("\(value)", privacy)
        }

        public mutating func appendInterpolation(_ value: some BinaryInteger, privacy: OSLogPrivacy = .auto) {
            append("\(value)", privacy)
        }

        public mutating func appendInterpolation(
            _ value: some BinaryFloatingPoint,
            format: OSLogFloatFormatting? = nil,
            privacy: OSLogPrivacy = .auto
        ) {
            let digits = format.map { min(max($0.fractionDigits, 0), 17) }
            append(digits.map { String(format: "%.\($0)f", Double(value)) } ?? "\(value)", privacy)
        }

        private mutating func append(_ value: String, _ privacy: OSLogPrivacy) {
            switch privacy {
            case .auto, .public: text += value
            case .private where personReads: text += value
            case .private, .sensitive: text += "<private>"
            }
        }
    }
}
