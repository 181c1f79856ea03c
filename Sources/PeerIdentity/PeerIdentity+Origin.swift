package import LinuxSystem
package import LocationModel

// Which process a connection belongs to: to tell the connections of a program that serves widgets.
extension PeerIdentity {
    /// Returns what a peer belongs to, or `nil` if it has ended or the system hides it.
    ///
    /// Call it once, as soon as the connection is accepted. It reads two short files of `/proc` for the process and for
    /// each process that it descends from in the same unit.
    package func origin(of peer: PeerCredentials) -> ProcessOrigin? {
        guard let process = peer.process, let group = group(of: peer.processID) else { return nil }
        var line: [ProcessKey] = []
        var number = peer.processID
        while line.count < Self.longestLine, number > 0, let entry = ProcessEntry(ofProcess: number) {
            if !line.isEmpty, self.group(of: number)?.unitPath != group.unitPath { break }
            line.append(ProcessKey(number: number, startTicks: entry.startTicks))
            number = entry.parent
        }
        // Everything was read by process ID. It is valid only if the process is still running.
        guard process.isRunning, !line.isEmpty else { return nil }
        return ProcessOrigin(line: line, service: group.unitIsService ? group.unitPath : nil)
    }

    /// Returns a process as that of a provider, with its service if it is the first process there.
    package func provider(_ origin: ProcessOrigin) -> ProviderProcess? {
        guard let key = origin.line.first else { return nil }
        return ProviderProcess(key, service: isFirst(origin) ? origin.service : nil)
    }

    /// Returns whether no process of its service is older than this one.
    ///
    /// Desktops run whole sessions in one service, so that a process in a service is not always what the service is for.
    private func isFirst(_ origin: ProcessOrigin) -> Bool {
        guard let service = origin.service, let own = origin.line.first, origin.line.count == 1,
            let list = try? contentsOfFile("\(groups)\(service)/cgroup.procs", atMost: 1024)
        else { return false }
        let numbers = String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
        return numbers.contains(own.number)
            && numbers.allSatisfy { number in
                number == own.number
                    || ProcessEntry(ofProcess: number).map { $0.startTicks >= own.startTicks } ?? true
            }
    }

    private func group(of process: Int32) -> ControlGroup? {
        (try? contentsOfFile("/proc/\(process)/cgroup", atMost: 262_144)).map {
            ControlGroup($0, below: root)
        }
    }

    /// The most processes of a line that are looked at.
    private static let longestLine = 32
}
