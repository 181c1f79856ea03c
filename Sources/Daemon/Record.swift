import Glibc
import LinuxSystem
import LocationModel
import SystemdService
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The record of this run, for `Record` of io.waymark.Inspect and for the file of the configuration.
extension Daemon {
    func record(_ request: Request<InspectInterface.Record>) throws(ServiceRefusal) {
        guard request.caller.mayRecord(serviceOf: UserIdentifier(geteuid())) else {
            throw .permissionDenied
        }
        try request.requireMore()
        // What the turn has done so far is in the state with which this record begins.
        passOnRecord()
        let stream = EventStream(
            on: server,
            to: request.connection,
            reader: .record(WaitingRecord(runRecord.beginning(of: engine, at: now))),
            signOfLife: InspectInterface.Record.Reply(text: "")
        )
        streams[request.connection] = stream
        runRecord.hasReaders = true
        log(.notice, about: request.caller.user, "user \(request.caller.user) records this run")
        stream.hasMore = true
        offerPiece(to: stream)
    }

    /// Opens the file of the record and writes the state at the start.
    func openRecordFile(_ configuration: Configuration.Record) {
        guard let path = configuration.file else { return }
        do {
            let file = try RecordFile(path, limit: configuration.size)
            guard try file.add(runRecord.beginning(of: engine, at: now)) else {
                return warnOfFullRecord(path)
            }
            runRecord.file = file
            log.notice("records this run in \(path)")
        } catch {
            let place = origins.place(of: "Record", "File")
            log.error("\(place)this run is not recorded: \(error); name a file that the service may write")
        }
    }

    /// Passes what was recorded since the last call on to the file and to the readers.
    func passOnRecord() {
        guard runRecord.isOn else { return }
        let lines = runRecord.removeLines()
        guard !lines.isEmpty else { return }
        if let file = runRecord.file {
            do throws(SystemError) {
                if try !file.add(lines) {
                    runRecord.file = nil
                    warnOfFullRecord(startingConfiguration.record.file ?? "")
                }
            } catch {
                runRecord.file = nil
                log.error("this run is not recorded any further: \(error)")
            }
        }
        runRecord.hasReaders = false
        for stream in streams.readers.values {
            guard case .record(let waiting) = stream.reader else { continue }
            runRecord.hasReaders = true
            waiting.add(lines)
            stream.hasMore = true
            offerPiece(to: stream)
        }
    }

    func sendRecord(on stream: EventStream) {
        guard case .record(let waiting) = stream.reader else { return }
        if waiting.isEmpty, waiting.hasLost {
            passOnRecord()
            waiting.begin(runRecord.beginning(of: engine, at: now))
        }
        if !waiting.isEmpty {
            let reply = InspectInterface.Record.Reply(text: waiting.removePiece())
            stream.send(reply, about: .record)
        }
        stream.hasMore = !waiting.isEmpty || waiting.hasLost
        offerPiece(to: stream)
    }

    private func warnOfFullRecord(_ path: String) {
        log.warning("\(path) has reached Size= of [Record]: this run is not recorded any further")
    }
}
