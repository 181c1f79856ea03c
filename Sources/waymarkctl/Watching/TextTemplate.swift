import CommandLineTool
import UserInput

/// The text of a widget in a bar, with the names of its parts in braces.
///
/// `{text} ({detail})` is an example. Two braces stand for one.
struct TextTemplate {
    /// Its own text and the names of parts, in their order.
    private var pieces: [(text: String, isName: Bool)] = []

    static let text = TextTemplate(pieces: [("text", true)])

    private init(pieces: [(text: String, isName: Bool)]) { self.pieces = pieces }

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
            let field = String(rest[..<end])
            guard BarWidget.partNames.contains(field) else {
                let names = BarWidget.partNames.map { "{\($0)}" }.joined(separator: ", ")
                throw Failure.usage("the template has {\(field)}; there are \(names)")
            }
            pieces += [(literal, false), (field, true)]
            literal = ""
            rest = rest[rest.index(after: end)...]
        }
        pieces.append((literal, false))
    }

    /// Returns the text for a widget; `escape` makes text of others safe among the template's own.
    func filled(with widget: BarWidget, escaping escape: (String) -> String = { $0 }) -> String {
        texts(for: widget).map { $0.isForeign ? escape($0.text) : $0.text }.joined()
    }

    private func texts(for widget: BarWidget) -> [(text: String, isForeign: Bool)] {
        let parts = widget.parts
        return pieces.map { $0.isName ? (parts[$0.text] ?? "", true) : ($0.text, false) }
    }

    /// Returns the text for a widget, as a line for bars that read tags in it.
    ///
    /// Tags of the template stay. A tag that text of others begins or completes gets a space, which breaks
    /// it.
    func line(with widget: BarWidget) -> String {
        let scalars = texts(for: widget).flatMap { text, isForeign in
            text.harmless.unicodeScalars.map { (scalar: $0, isForeign: isForeign) }
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

    /// The beginnings of tags: of polybar and lemonbar, whose tags can run commands, of tmux, and of xmobar.
    private static let tags = [
        "%{", "#[", "#{", "#(", "<action", "<box", "<fc", "<fn", "<hspace", "<icon", "<raw",
    ]
}

extension BarWidget {
    fileprivate static let partNames = [
        "text", "detail", "status", "alt", "percentage", "app", "kind", "widget",
    ]

    /// The parts that a template can name; one that is missing is empty.
    fileprivate var parts: [String: String] {
        let values = [text, detail, status, alt, percentage.map(String.init), app, kind, widget]
        return Dictionary(uniqueKeysWithValues: zip(Self.partNames, values.map { $0 ?? "" }))
    }
}
