import CLinux
import Glibc

/// The options of a command, parsed with glibc's `getopt_long`.
package struct CommandLineOptions: Sendable {
    /// One option.
    package struct Option: Hashable, Sendable {
        /// The long name, without the two dashes.
        package let name: String

        /// The short form, without the dash, if there is one.
        package let letter: Character?

        /// The name of the argument in the help text; `nil` for an option without an argument.
        package let argument: String?

        /// Whether the argument is optional.
        ///
        /// An optional argument must be joined to the option by `=`.
        package let isArgumentOptional: Bool

        /// What the option does, in a few words.
        package let summary: String

        /// Creates the description of an option.
        package init(
            _ name: String,
            letter: Character? = nil,
            argument: String? = nil,
            isArgumentOptional: Bool = false,
            _ summary: String
        ) {
            self.name = name
            self.letter = letter
            self.argument = argument
            self.isArgumentOptional = isArgumentOptional
            self.summary = summary
        }

        /// The option and its argument, as the help text shows them.
        package var form: String {
            guard let argument else { return "--\(name)" }
            return isArgumentOptional ? "--\(name)[=\(argument)]" : "--\(name) \(argument)"
        }
    }

    /// The options and operands of one command line.
    package struct Parsed: Hashable, Sendable {
        /// The options in the order given, with their arguments; the argument of an option without one is empty.
        package fileprivate(set) var options: [(name: String, argument: String)] = []

        /// The arguments that are not options.
        package fileprivate(set) var operands: [String] = []

        /// Returns whether the option was given.
        package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

        /// Returns the argument of the option; the last one if the option was given more than once.
        package func argument(of name: String) -> String? { options.last { $0.name == name }?.argument }

        package static func == (left: Parsed, right: Parsed) -> Bool {
            left.operands == right.operands && left.options.elementsEqual(right.options, by: ==)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(operands)
            for option in options {
                hasher.combine(option.name)
                hasher.combine(option.argument)
            }
        }
    }

    private let options: [Option]

    /// Whether the first operand ends the options, because a subcommand with its own options follows.
    private let endAtOperand: Bool

    /// Creates a parser for these options.
    package init(_ options: [Option], endAtOperand: Bool = false) {
        self.options = options
        self.endAtOperand = endAtOperand
    }

    /// Parses a command line.
    ///
    /// - Parameter arguments: The arguments, without the program's name.
    /// - Returns: The options and the operands.
    /// - Throws: ``OptionError``.
    package func parse(_ arguments: [String]) throws(OptionError) -> Parsed {
        try Self.turn.withLock { _ throws(OptionError) in try parseAlone(arguments) }
    }

    /// Serializes parsing: `getopt_long` keeps its position in global variables.
    private static let turn = Guarded(())

    private func parseAlone(_ arguments: [String]) throws(OptionError) -> Parsed {
        // `getopt_long` skips the first argument, the program's name.
        let list = CStrings([""] + arguments.map(NegativeNumber.hidden))
        let names = CStrings(options.map(\.name))
        var longs: [CLinux.option] = unsafe options.enumerated().map { index, described in
            unsafe CLinux.option(
                name: names.pointers[index],
                has_arg: described.argument == nil
                    ? no_argument : described.isArgumentOptional ? optional_argument : required_argument,
                flag: nil,
                val: Self.longOption
            )
        }
        unsafe longs.append(CLinux.option())
        var parsed = Parsed()
        // 0 makes glibc forget earlier argument lists.
        var position: CInt = 0
        while true {
            var argument: UnsafeMutablePointer<CChar>?
            var number: CInt = -1
            let result = unsafe waymark_next_option(
                CInt(list.count),
                list.pointers,
                shorts,
                longs,
                &position,
                &argument,
                &number
            )
            switch result {
            case -1:
                parsed.operands = (Int(position)..<list.count).map {
                    NegativeNumber.revealed(list.string(at: $0))
                }
                return parsed
            case Self.unknown, Self.argumentMissing:
                // For a short option, `number` is its letter; a long one is the argument just passed.
                let letter = UInt8(exactly: number).flatMap { $0 == 0 ? nil : Character(Unicode.Scalar($0)) }
                let culprit = letter.map { "-\($0)" } ?? list.string(at: Int(position) - 1)
                throw result == Self.unknown ? problem(with: culprit) : .argumentMissing(culprit)
            default:
                let option = result == Self.longOption ? options[Int(number)] : self.described(by: result)
                let text = unsafe argument.map { unsafe String(cString: $0) } ?? ""
                parsed.options.append((option.name, NegativeNumber.revealed(text)))
            }
        }
    }

    private static let longOption: CInt = 0
    private static let unknown = CInt(UInt8(ascii: "?"))
    private static let argumentMissing = CInt(UInt8(ascii: ":"))

    private var shorts: String {
        options.reduce(into: endAtOperand ? "+:" : ":") { text, option in
            guard let letter = option.letter else { return }
            text += "\(letter)\(option.argument == nil ? "" : ":")"
        }
    }

    private func described(by letter: CInt) -> Option {
        guard
            let option = options.first(where: { $0.letter?.asciiValue == UInt8(truncatingIfNeeded: letter) })
        else { preconditionFailure("getopt_long found an option that it was not given") }
        return option
    }

    private func problem(with argument: String) -> OptionError {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].hasPrefix("--"), options.contains(where: { "--\($0.name)" == parts[0] })
        {
            return .argumentUnexpected(String(parts[0]))
        }
        return .unknown(argument)
    }
}

/// Hides arguments such as `-34.9,-56.2`, which `getopt_long` would read as options; no option is a digit.
private enum NegativeNumber {
    private static let mark: Character = "\u{1}"

    static func hidden(_ argument: String) -> String {
        let second = argument.dropFirst().first
        let isNumber =
            argument.hasPrefix("-") && (second == "." || second?.isASCII == true && second?.isNumber == true)
        return isNumber || argument.first == mark ? "\(mark)\(argument)" : argument
    }

    static func revealed(_ argument: String) -> String {
        argument.first == mark ? String(argument.dropFirst()) : argument
    }
}

/// Why a command line cannot be parsed.
package enum OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The option does not exist, or its abbreviation is ambiguous.
    case unknown(String)

    /// The option was given without its required argument.
    case argumentMissing(String)

    /// The option was given with an argument but takes none.
    case argumentUnexpected(String)

    /// The error message.
    package var description: String {
        switch self {
        case .unknown(let option): "unknown option '\(option)'"
        case .argumentMissing(let option): "option '\(option)' needs an argument"
        case .argumentUnexpected(let option): "option '\(option)' takes no argument"
        }
    }
}

/// A null-terminated array of C strings, valid for the lifetime of this object.
///
/// `getopt_long` reorders the pointers: it moves operands behind the options.
@safe private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let count: Int

    init(_ strings: [String]) {
        count = strings.count
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            let bytes = string.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (offset, byte) in bytes.enumerated() { unsafe (copy + offset).initialize(to: byte) }
            unsafe (pointers + index).initialize(to: copy)
        }
        unsafe (pointers + count).initialize(to: nil)
    }

    func string(at index: Int) -> String {
        unsafe pointers[index].map { unsafe String(cString: $0) } ?? ""
    }

    deinit {
        for index in 0..<count { unsafe pointers[index]?.deallocate() }
        unsafe pointers.deallocate()
    }
}
