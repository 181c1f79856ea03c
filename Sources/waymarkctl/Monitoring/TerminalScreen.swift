import CTool
import CommandLineTool
import Glibc
import LinuxSystem
import UserInput

/// The whole screen of the terminal that is this process's standard input and output.
///
/// A process has at most one. The terminal is restored at the end of its lifetime, and when the process crashes.
/// Changes of the terminal's size come as the signal `SIGWINCH`, which the owner waits for.
final class TerminalScreen {
    enum Key: Equatable {
        case up, down, pageUp, pageDown, home, end, tab
        case character(Character)
    }

    /// Returns whether standard input and output are terminals.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Takes over the terminal.
    ///
    /// - Parameter isColoured: Whether to use colours if the terminal has them.
    /// - Throws: ``Failure`` if the terminal's type is unknown or too simple.
    init(isColoured: Bool) throws(Failure) {
        guard ccurses_open(isColoured ? 1 : 0) == 0 else {
            let type = (Environment.value(of: "TERM") ?? "").harmless
            throw .refused("the terminal '\(type)' cannot show a screen; set TERM")
        }
    }

    deinit { ccurses_close() }

    var rows: Int { Int(ccurses_rows()) }
    var columns: Int { Int(ccurses_columns()) }

    /// Adopts the terminal's present size, and draws everything again with the next ``show()``.
    func adoptSize() { ccurses_resize() }

    func erase() { ccurses_erase() }

    /// Puts a line into a row; what does not fit is left out.
    func put(_ line: ScreenLine, row: Int) {
        let style =
            switch line.colour {
            case nil: CCURSES_PLAIN
            case .bold: CCURSES_HEADING
            case .faint: CCURSES_FAINT
            case .green: CCURSES_GREEN
            case .yellow: CCURSES_YELLOW
            case .red: CCURSES_RED
            }
        put(line.text, row: row, style)
    }

    /// Puts a text into a row that spans the screen, such as a title.
    func putBar(_ text: String, row: Int, isBad: Bool = false) {
        put(" \(text)".padded(to: columns), row: row, isBad ? CCURSES_RED : CCURSES_BAR)
    }

    private func put(_ text: String, row: Int, _ style: Int) {
        guard row < rows, columns > 0 else { return }
        _ = unsafe ccurses_put(CInt(row), 0, CInt(columns), text, CInt(style))
    }

    func show() { ccurses_show() }

    /// Returns the next key that was pressed; `nil` if there is none.
    ///
    /// Keys without a meaning are left out, and so are the bytes of characters beyond ASCII.
    func nextKey() -> Key? {
        while true {
            let key = ccurses_key()
            guard key >= 0 else { return nil }
            if let known = Key(key) { return known }
        }
    }
}

extension TerminalScreen.Key {
    fileprivate init?(_ key: CInt) {
        switch Int(key) {
        case CCURSES_KEY_UP: self = .up
        case CCURSES_KEY_DOWN: self = .down
        case CCURSES_KEY_PAGE_UP: self = .pageUp
        case CCURSES_KEY_PAGE_DOWN: self = .pageDown
        case CCURSES_KEY_HOME: self = .home
        case CCURSES_KEY_END: self = .end
        case 0x09: self = .tab
        case 0x20..<0x7F: self = .character(Character(Unicode.Scalar(UInt8(key))))
        default: return nil
        }
    }
}
