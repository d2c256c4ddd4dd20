import type { TradeReason } from '@opal/contract/trading/trade'
import { explainStatus, parseMoveAbort } from '@opal/domain/failures/explain-status'
import type { FailureKind, FailureSubject } from '@opal/domain/failures/failure-names'
import type { PlannedItem } from './trade-plan.ts'

/** Failures that are told apart as reasons of items are; the others only say that the simulation failed. */
const REASON_KINDS: ReadonlySet<FailureKind> = new Set([
  'listing-gone',
  'offer-gone',
  'nothing-to-claim',
  'insufficient-balance',
  'price-changed',
])

/**
 * A failed simulation's `vm_status` as a code and a sentence. Nothing was sent, so no money has moved.
 * @param items what the transaction was for.
 */
export function explainFailure(vmStatus: string, items: readonly ActsOn[]): TradeReason {
  const known = explainStatus(vmStatus, subjectOf(items))
  if (known === null)
    return { code: 'simulation-failed', sentence: `The network would refuse this: ${words(vmStatus)}` }
  return { code: REASON_KINDS.has(known.kind) ? known.kind : 'simulation-failed', sentence: known.sentence }
}

type ActsOn = Pick<PlannedItem, 'listing' | 'offer' | 'tokenDataId'>

/** What was acted on: of several things any may be gone. */
function subjectOf(items: readonly ActsOn[]): FailureSubject {
  const isOfBids = items.some(({ offer }) => offer !== null)
  if (items.some(({ listing }) => listing !== null)) return isOfBids ? 'bid-or-listing' : 'listing'
  if (isOfBids) return 'bid'
  return items.some(({ tokenDataId }) => tokenDataId !== null) ? 'token' : 'collection'
}

/** What contract or node say themselves. */
function words(vmStatus: string): string {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return vmStatus.slice(0, 300)
  return (abort.text || abort.reason || `${abort.location} 0x${abort.code.toString(16)}`).slice(0, 300)
}
