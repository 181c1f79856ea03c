import Glibc
import LinuxSystem

/// Writes the Swift types of the interfaces anew: `make interfaces`.
///
///     InterfaceGenerator DESCRIPTIONS FOLDER
@main
struct InterfaceGenerator {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 else {
            print("usage: InterfaceGenerator DESCRIPTIONS FOLDER")
            return
        }
        let texts = try Folder(arguments[0]).names(endingWith: ".varlink").map { name in
            String(decoding: try contentsOfFile("\(arguments[0])/\(name)", atMost: 1_000_000), as: UTF8.self)
        }
        for (name, text) in try swiftFiles(for: texts) {
            let path = "\(arguments[1])/\(name)"
            let file = creat(path, 0o644)
            defer { close(file) }
            try writeAll(Array(text.utf8), to: file, named: path)
        }
    }
}

func swiftFiles(for texts: [String]) throws -> [String: String] {
    let definitions = try texts.map { try InterfaceDefinition($0) }
    let comments = texts.map { Comments(in: $0) }
    let refusals = SwiftRefusals(Array(zip(definitions, comments)))
    let names = definitions.map { SwiftInterface.name(of: $0) }
    var files = ["SharedWords.swift": SharedWord.file, "ServiceRefusal.swift": refusals.file]
    for (index, definition) in definitions.enumerated() {
        let interface = SwiftInterface(definition, comments[index], after: definitions[..<index])
        files["\(names[index]).swift"] = interface.file
    }
    return files
}
