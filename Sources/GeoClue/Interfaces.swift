/// The names that programs written for GeoClue know.
enum Interfaces {
    static let busName = "org.freedesktop.GeoClue2"
    static let portalDesktopID = "xdg-desktop-portal"
    static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    static let clientsPath = "/org/freedesktop/GeoClue2/Client"
}
