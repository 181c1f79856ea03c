import Glibc
import TestSupport
import Testing

/// The Python interpreter for tests, with PyPI's varlink, installed by scripts/prepare; and the project's own package.
enum Python {
    static let interpreter: String = {
        let prepared = Checkout.root + "/.build/python/bin/python3"
        return access(prepared, X_OK) == 0 ? prepared : "python3"
    }()

    static let hasVarlink = succeeds(interpreter, "import varlink")

    static let missing: Comment = "PyPI's varlink is not installed"

    /// Whether `python3` can import the package `waymark` of the checkout.
    static let isRecent = succeeds("python3", "import sys; sys.exit(sys.version_info < (3, 11))")

    static let tooOld: Comment = "there is no Python 3.11"

    /// What makes `python3` find the package.
    static let environment = ["PYTHONPATH": Checkout.root + "/python", "PYTHONDONTWRITEBYTECODE": "1"]

    static func succeeds(_ interpreter: String, _ script: String) -> Bool {
        RunningProgram.succeeds([interpreter, "-c", script])
    }
}
