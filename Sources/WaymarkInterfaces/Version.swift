/// The version of the service, its tools and its library.
package enum Version {
    package static let current = "0.1.0"
}
