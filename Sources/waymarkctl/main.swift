import CommandLineTool
import Glibc

exit(Program.waymarkctl.run(Array(CommandLine.arguments.dropFirst())))
