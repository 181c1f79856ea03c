import CommandLineTool
import Glibc

exit(Program.waymarkPhone.run(Array(CommandLine.arguments.dropFirst())))
