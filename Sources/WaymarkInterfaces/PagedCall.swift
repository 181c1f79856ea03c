package import Varlink

package protocol PagedCall: MethodParameters where Reply: Page {
    var after: String? { get set }
}

package protocol Page: JSONStructure {
    associatedtype Element

    var elements: [Element] { get set }

    /// The place of the next page; `nil` in the last.
    var next: String? { get set }
}
