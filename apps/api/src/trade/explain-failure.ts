import type { TradeReason } from '@opal/contract/shapes/trade'
import { explainStatus } from '@opal/domain/failures/explain-status'
import type { FailureKind } from '@opal/domain/failures/failure-names'
import { parseMoveAbort } from '@opal/domain/failures/parse-move-abort'

/** Failures that are told apart as reasons of items are; the others only say that the simulation failed. */
const REASON_KINDS: ReadonlySet<FailureKind> = new Set([
  'listing-gone',
  'offer-gone',
  'nothing-to-claim',
  'insufficient-balance',
  'price-changed',
])

/** A failed simulation's `vm_status` as a code and a sentence. Nothing was sent, so no money has moved. */
export function explainFailure(vmStatus: string): TradeReason {
  const known = explainStatus(vmStatus)
  if (known === null)
    return { code: 'simulation-failed', sentence: `The network would refuse this: ${words(vmStatus)}` }
  return { code: REASON_KINDS.has(known.kind) ? known.kind : 'simulation-failed', sentence: known.sentence }
}

/** What contract or node say themselves. */
function words(vmStatus: string): string {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return vmStatus.slice(0, 300)
  return (abort.text || abort.reason || `${abort.location} 0x${abort.code.toString(16)}`).slice(0, 300)
}
