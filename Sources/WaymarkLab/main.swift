import CommandLineTool
import Glibc

exit(Program.lab.run(Array(CommandLine.arguments.dropFirst())))
