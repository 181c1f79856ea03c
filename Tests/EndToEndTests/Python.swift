import Glibc
import TestSupport
import Testing

/// The Python interpreter for tests, with PyPI's varlink, installed by scripts/prepare.
enum Python {
    static let interpreter: String = {
        let prepared = Checkout.root + "/.build/python/bin/python3"
        return access(prepared, X_OK) == 0 ? prepared : "python3"
    }()

    static let hasVarlink: Bool = {
        guard let program = try? RunningProgram([interpreter, "-c", "import varlink"]) else { return false }
        var status: CInt = 0
        return waitpid(program.identifier, &status, 0) == program.identifier && status == 0
    }()

    static let missing: Comment = "PyPI's varlink is not installed"
}
