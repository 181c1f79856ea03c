import Glibc
import NMEA

let arguments = CommandLine.arguments.dropFirst()
guard arguments.first == "decode", let path = arguments.dropFirst().first else {
    print("usage: waymarkctl decode FILE [--format json|human]")
    exit(64)
}
var command = DecodeCommand(path: path)
if arguments.contains("human") { command.format = .human }
if arguments.contains("--ignore-checksums") { command.checksumRule = .ignored }
exit(command.run())
