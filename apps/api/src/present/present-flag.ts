import type { Flag } from '@opal/contract/shapes/flag'
import type { PublicFlag } from '@opal/store/write/account/flag-requests'

/** A flag as the public log shows it. */
export function presentFlag(flag: PublicFlag): Flag {
  return {
    id: String(flag.id),
    collectionId: flag.collectionId,
    walletAddress: flag.wallet,
    reason: flag.reason,
    status: flag.status,
    decision: flag.decision,
    askedAt: String(flag.askedAtMicros),
    decidedAt: flag.decidedAtMicros === null ? null : String(flag.decidedAtMicros),
  }
}
