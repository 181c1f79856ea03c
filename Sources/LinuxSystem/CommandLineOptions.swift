import CLinux
import Glibc

/// The options that a command takes, and the reading of them by glibc's `getopt_long`.
package struct CommandLineOptions: Sendable {
    /// One option.
    package struct Option: Hashable, Sendable {
        /// The name after the two dashes.
        package let name: String

        /// The letter after a single dash, where there is one.
        package let letter: Character?

        /// What its argument is called in help; `nil` for an option that takes none.
        package let argument: String?

        /// Whether it may stand without its argument, which then has to be joined to it by `=`.
        package let isArgumentOptional: Bool

        /// What it is for, in a few words.
        package let summary: String

        /// Describes an option.
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

        /// The option with its argument, as help shows it.
        package var form: String {
            guard let argument else { return "--\(name)" }
            return isArgumentOptional ? "--\(name)[=\(argument)]" : "--\(name) \(argument)"
        }
    }

    /// What stood on a command line.
    package struct Parsed: Hashable, Sendable {
        /// The options in their order, with their arguments; an option without one has an empty argument.
        package fileprivate(set) var options: [(name: String, argument: String)] = []

        /// What is not an option.
        package fileprivate(set) var operands: [String] = []

        /// Whether the option stands there.
        package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

        /// The argument of the option, the last where it stands there more than once.
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

    /// Whether the first operand ends the options, because what follows has options of its own.
    private let endAtOperand: Bool

    /// Takes these options.
    package init(_ options: [Option], endAtOperand: Bool = false) {
        self.options = options
        self.endAtOperand = endAtOperand
    }

    /// Reads a command line.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Returns: The options and the operands.
    /// - Throws: ``OptionError``.
    package func parse(_ arguments: [String]) throws(OptionError) -> Parsed {
        try Self.turn.withLock { _ throws(OptionError) in try parseAlone(arguments) }
    }

    /// Whose turn it is: `getopt_long` remembers in globals where it is.
    private static let turn = Guarded(())

    private func parseAlone(_ arguments: [String]) throws(OptionError) -> Parsed {
        // The first is the program's name, which is skipped.
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
        // 0 has glibc forget earlier lists of arguments.
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
                // A letter is told; what has a name is the argument that was just passed.
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

/// Arguments such as `-34.9,-56.2`, which `getopt_long` would take for options: no option is a digit.
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

/// Why a command line cannot be read.
package enum OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such option, or its abbreviation fits several.
    case unknown(String)

    /// The option stands without the argument it takes.
    case argumentMissing(String)

    /// The option stands with an argument, and takes none.
    case argumentUnexpected(String)

    /// What is wrong, for a person.
    package var description: String {
        switch self {
        case .unknown(let option): "unknown option '\(option)'"
        case .argumentMissing(let option): "option '\(option)' needs an argument"
        case .argumentUnexpected(let option): "option '\(option)' takes no argument"
        }
    }
}

/// Strings as C wants them, for as long as this lives.
///
/// `getopt_long` puts operands behind options, so that the pointers come in another order afterwards.
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
