/// The types of `io.waymark.Inspect`, whose description says what each means.
package enum InspectInterface: NamedInterface {
    package static let name = "io.waymark.Inspect"

    package typealias UnknownWidget = CommonErrors<Self>.UnknownWidget
}
