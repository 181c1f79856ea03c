import Glibc
import TestSupport
import Testing

/// The Python that the tests use: that with PyPI's varlink, which the preparation of the tests has made.
enum Python {
    static let interpreter: String = {
        let prepared = Checkout.root + "/.build/python/bin/python3"
        return access(prepared, X_OK) == 0 ? prepared : "python3"
    }()

    /// Whether the interpreter knows PyPI's varlink.
    static let hasVarlink: Bool = {
        guard let program = try? RunningProgram([interpreter, "-c", "import varlink"]) else { return false }
        var status: CInt = 0
        return waitpid(program.identifier, &status, 0) == program.identifier && status == 0
    }()

    static let missing: Comment = "PyPI's varlink is not installed"
}
