import LocationModel
import WaymarkEngine

// The bytes inside the seals of what tells when a person looks at widgets, built as in SealedForm.swift.

extension ReloadBudget: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(UInt64(seenHours.bitPattern))
        bytes.append(UInt64(bitPattern: latestHour))
        bytes.append(UInt64(saved.bitPattern))
        bytes.append(refilledAt)
        bytes.append(isWarned ? 1 : 0 as UInt64)
        bytes += [uses.scheduled, uses.requested, uses.pushed, uses.unchanged, 0, 0, 0, 0]
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: WidgetIdentifier) {
        var reader = FormReader(bytes)
        guard let seen = reader.number().flatMap(UInt32.init(exactly:)), let hour = reader.number(),
            let saved = reader.number().flatMap(UInt32.init(exactly:)), let refilledAt = reader.instant(),
            let isWarned = reader.truth(), let counts = reader.number(), reader.isAtEnd
        else { return nil }
        var uses = Uses()
        uses.scheduled = UInt8(truncatingIfNeeded: counts)
        uses.requested = UInt8(truncatingIfNeeded: counts >> 8)
        uses.pushed = UInt8(truncatingIfNeeded: counts >> 16)
        uses.unchanged = UInt8(truncatingIfNeeded: counts >> 24)
        self.init(
            seenHours: Float(bitPattern: seen),
            latestHour: Int64(bitPattern: hour),
            saved: Float(bitPattern: saved),
            refilledAt: refilledAt,
            uses: uses,
            isWarned: isWarned
        )
    }
}

extension WakingHours: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        // Hours of which nothing is known are not saved.
        bytes.append(UInt64(bitPattern: latestHour ?? 0))
        for share in shares { bytes.append(share.bitPattern) }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: UserIdentifier) {
        var reader = FormReader(bytes)
        guard let hour = reader.number() else { return nil }
        var shares: [Double] = []
        while let share = reader.number() { shares.append(Double(bitPattern: share)) }
        guard reader.isAtEnd else { return nil }
        self.init(shares: shares, latestHour: Int64(bitPattern: hour))
    }
}
