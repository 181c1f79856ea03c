import Glibc

exit(Program(commands: Command.all).run(Array(CommandLine.arguments.dropFirst())))
