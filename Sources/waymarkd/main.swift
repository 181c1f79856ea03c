import Daemon
import Glibc

exit(runService(Array(CommandLine.arguments.dropFirst())))
