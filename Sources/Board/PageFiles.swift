import HTTP
import Varlink

extension HTTPResponse {
    /// Returns a file of the page, which is part of the program; `nil` if there is none at this path.
    static func file(at path: String) -> HTTPResponse? {
        switch path {
        case "/": file(PackageResources.board_html, "text/html")
        case "/location": file(PackageResources.location_html, "text/html")
        case "/location.css": file(PackageResources.location_css, "text/css")
        case "/location.js": file(PackageResources.location_js, "text/javascript")
        case "/questions.js": file(PackageResources.questions_js, "text/javascript")
        case "/arrange.js": file(PackageResources.arrange_js, "text/javascript")
        case "/board.css": file(PackageResources.board_css, "text/css")
        case "/board.js": file(PackageResources.board_js, "text/javascript")
        case "/cards.js": file(PackageResources.cards_js, "text/javascript")
        case "/content.js": file(PackageResources.content_js, "text/javascript")
        case "/dialogs.js": file(PackageResources.dialogs_js, "text/javascript")
        case "/drawing.js": file(PackageResources.drawing_js, "text/javascript")
        case "/elements.js": file(PackageResources.elements_js, "text/javascript")
        case "/gallery.js": file(PackageResources.gallery_js, "text/javascript")
        case "/kiosk.js": file(PackageResources.kiosk_js, "text/javascript")
        case "/service.js": file(PackageResources.service_js, "text/javascript")
        case "/trace.js": file(PackageResources.trace_js, "text/javascript")
        case "/widgets.css": file(PackageResources.widgets_css, "text/css")
        case "/icons.svg": file(PackageResources.icons_svg, "image/svg+xml")
        case "/icon.svg": file(PackageResources.icon_svg, "image/svg+xml")
        default: nil
        }
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        answer(200, "\(type); charset=utf-8", bytes)
    }

    /// The headers of every answer: the page loads nothing from elsewhere, runs no script but its own, appears in no
    /// other page, and leaves nothing in a cache.
    static let guards = [
        "Cache-Control", "no-store",
        "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; "
            + "img-src 'self'; script-src 'self'; style-src 'self'",
        "Cross-Origin-Opener-Policy", "same-origin",
        "Cross-Origin-Resource-Policy", "same-origin",
        "Permissions-Policy", "geolocation=()",
        "Referrer-Policy", "no-referrer",
        "X-Content-Type-Options", "nosniff",
    ]

    static func answer(_ status: Int, _ type: String, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type", type] + guards, body: body)
    }

    static func json(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
        answer(status, "application/json", body)
    }

    /// Returns an answer that tells a person what is wrong.
    static func problem(_ status: Int, _ text: String) -> HTTPResponse {
        json(status, ["text": text].json)
    }

    static func nothing(at path: String) -> HTTPResponse { problem(404, "There is nothing at \(path).") }
}
