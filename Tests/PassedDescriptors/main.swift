// Tells what the service manager passed to it: whoever tests that needs a process whose descriptors from 3 on are
// the ones passed. In a process that runs tests, the runtime has descriptors of its own there.
import Glibc
import SystemdService

/// Takes over what was passed and writes a line for each descriptor, or for the reason why there is none.
func report() {
    do {
        let passed = try PassedDescriptor.claimAll()
        if passed.isEmpty { print("nothing") }
        for descriptor in passed {
            let survives = fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC == 0
            let end = survives ? "inherited" : "closed on exec"
            print(descriptor.number, descriptor.name, descriptor.isStream ? "stream" : "other", end)
        }
    } catch {
        print(error)
    }
}

report()
report()
