import Glibc

/// A terminal in non-canonical mode without echo: each key can be read as it is pressed.
///
/// Keys that send signals still do. The original settings are restored at the end of its lifetime.
package final class KeyTerminal {
    package let descriptor: CInt

    private var original = termios()
    private var isListening = false

    package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// Starts reading keys of a terminal, which must stay open.
    package init(_ descriptor: CInt) throws(SystemError) {
        self.descriptor = descriptor
        guard unsafe tcgetattr(descriptor, &original) == 0 else { throw SystemError("tcgetattr") }
        try listen()
    }

    /// Applies the settings again, after another program used the terminal while this one was stopped.
    package func listen() throws(SystemError) {
        var settings = original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(descriptor, TCSADRAIN, &settings) == 0 else { throw SystemError("tcsetattr") }
        isListening = true
    }

    package func restore() {
        guard isListening else { return }
        isListening = false
        // Ignore a failure: the terminal may be gone.
        _ = unsafe tcsetattr(descriptor, TCSADRAIN, &original)
    }

    /// Returns the keys pressed since the last call; `nil` at the end of input.
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
