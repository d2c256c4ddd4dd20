import { frameworkSentence, parseMoveAbort, saysNotEnoughApt, saysOrderIsGone } from '@opal/chain/move-abort'
import type { TradeReason } from '@opal/contract/shapes/trade'
import { REASONS } from './reasons.ts'

/** A failed simulation's `vm_status` as a code and a sentence. Nothing was sent, so no money has moved. */
export function explainFailure(vmStatus: string): TradeReason {
  if (saysOrderIsGone(vmStatus)) return REASONS.listingGone
  const sentence = frameworkSentence(vmStatus)
  if (saysNotEnoughApt(vmStatus)) return { ...REASONS.insufficientBalance, ...(sentence !== null && { sentence }) }
  if (sentence !== null) return { code: 'simulation-failed', sentence }
  const abort = parseMoveAbort(vmStatus)
  const words =
    abort === null ? vmStatus : abort.text || abort.reason || `${abort.location} 0x${abort.code.toString(16)}`
  return { code: 'simulation-failed', sentence: `The network would refuse this: ${words.slice(0, 300)}` }
}
