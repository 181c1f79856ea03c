import LinuxSystem

/// Returns the memory that this process has resident, in bytes.
func residentBytes() -> Int {
    let text = (try? contentsOfFile("/proc/self/statm", atMost: 4096)) ?? []
    let pages = text.split(separator: UInt8(ascii: " ")).dropFirst().first
    return (pages.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0) * 4096
}
