import { type Flag, flagReason } from '@opal/contract/flags'
import type { PublicFlag } from '@opal/store/accounts/collection-flags'
import type { People } from './people.ts'

/** A flag as the public log shows it. */
export function presentFlag(flag: PublicFlag, { names }: Pick<People, 'names'>): Flag {
  return {
    id: String(flag.id),
    collectionId: flag.collectionId,
    walletAddress: flag.wallet,
    aptosName: names.get(flag.wallet) ?? null,
    reason: flagReason.catch('Something else').parse(flag.reason),
    status: flag.status,
    decision: flag.decision,
    askedAt: String(flag.askedAtMicros),
    decidedAt: flag.decidedAtMicros === null ? null : String(flag.decidedAtMicros),
  }
}
