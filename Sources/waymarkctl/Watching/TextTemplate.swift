import CommandLineTool
import UserInput

/// The text of a widget in a bar, with the names of its parts in braces.
///
/// `{text} ({detail})` is an example. Two braces stand for one.
struct TextTemplate: Hashable {
    enum Field: String, CaseIterable {
        case text, detail, status, alt, percentage, app, kind, widget
    }

    private enum Piece: Hashable {
        case literal(String)
        case field(Field)
    }

    private var pieces: [Piece] = []

    static let text = TextTemplate(pieces: [.field(.text)])

    private init(pieces: [Piece]) { self.pieces = pieces }

    /// Reads a template; refuses a name that no part has, or a brace without its counterpart.
    init(_ text: String) throws {
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "{" || character == "}" else {
                literal.append(character)
                continue
            }
            if rest.first == character {
                literal.append(rest.removeFirst())
                continue
            }
            guard character == "{", let end = rest.firstIndex(of: "}") else {
                throw Failure.usage(
                    "the template '\(text)' has a brace without its counterpart; write {{ or }} for one"
                )
            }
            guard let field = Field(rawValue: String(rest[..<end])) else {
                let names = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw Failure.usage("the template has {\(rest[..<end])}; there are \(names)")
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
            pieces.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    /// Returns the text for a widget; `escape` makes text of others safe among the template's own.
    func filled(with widget: BarWidget, escaping escape: (String) -> String = { $0 }) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .field(let field): escape(field.value(in: widget))
            }
        }.joined()
    }

    /// Returns the text for a widget, as a line for bars that read tags in it.
    ///
    /// Those of the template stay. One that text of others begins or completes gets a space, and is none any more.
    func line(with widget: BarWidget) -> String {
        var scalars: [(scalar: Unicode.Scalar, isForeign: Bool)] = []
        for piece in pieces {
            switch piece {
            case .literal(let text): scalars += text.harmless.unicodeScalars.map { ($0, false) }
            case .field(let field):
                scalars += field.value(in: widget).harmless.unicodeScalars.map { ($0, true) }
            }
        }
        var line = String.UnicodeScalarView()
        for (index, (scalar, _)) in scalars.enumerated() {
            line.append(scalar)
            let isTag = Self.tags.contains { tag in
                let found = scalars[index...].prefix(tag.unicodeScalars.count)
                return found.map(\.scalar).elementsEqual(tag.unicodeScalars)
                    && found.contains(where: \.isForeign)
            }
            if isTag { line.append(" ") }
        }
        return String(line)
    }

    /// What begins a tag: of polybar and lemonbar, whose tags can run commands, of tmux, and of xmobar.
    private static let tags = [
        "%{", "#[", "#{", "#(", "<action", "<box", "<fc", "<fn", "<hspace", "<icon", "<raw",
    ]
}

extension TextTemplate.Field {
    fileprivate func value(in widget: BarWidget) -> String {
        switch self {
        case .text: widget.text
        case .detail: widget.detail ?? ""
        case .status: widget.status
        case .alt: widget.alt
        case .percentage: widget.percentage.map(String.init) ?? ""
        case .app: widget.app
        case .kind: widget.kind
        case .widget: widget.widget
        }
    }
}
