import Glibc

/// A terminal that hands over each key as it is pressed and shows nothing by itself, for as long as this lives.
///
/// Keys that send signals go on doing so.
package final class KeyTerminal {
    /// The terminal's descriptor.
    package let descriptor: CInt

    private var original = termios()
    private var isListening = false

    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// Begins to listen.
    ///
    /// - Parameter descriptor: A terminal, which has to stay open.
    /// - Throws: ``SystemError`` if it is none.
    package init(_ descriptor: CInt) throws(SystemError) {
        self.descriptor = descriptor
        guard unsafe tcgetattr(descriptor, &original) == 0 else { throw SystemError("tcgetattr") }
        try listen()
    }

    /// Listens again, after another program had the terminal while this one was stopped.
    package func listen() throws(SystemError) {
        var settings = original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(descriptor, TCSADRAIN, &settings) == 0 else { throw SystemError("tcsetattr") }
        isListening = true
    }

    /// Gives the terminal back as it was.
    package func restore() {
        guard isListening else { return }
        isListening = false
        // Nothing could be done about a terminal that has gone.
        _ = unsafe tcsetattr(descriptor, TCSADRAIN, &original)
    }

    /// Returns the keys that have been pressed; `nil` when there will be no more.
    package func keys() throws(SystemError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 || errno == EIO { return nil }
        if errno == EINTR || errno == EAGAIN { return [] }
        throw SystemError("read", on: "the terminal")
    }

    deinit { restore() }
}
