import { explainStatus } from '@opal/domain/failures/explain-status'
import type { FailureSubject } from '@opal/domain/failures/failure-names'
import type { TradeKind } from '../../../entities/order/trade-request.ts'
import type { Trade } from './pending-trades.ts'

/** The subject of each kind of trade. A sale by a script may delist first. */
const SUBJECTS: Readonly<Record<TradeKind, FailureSubject>> = {
  buy: 'listing',
  'buy-cart': 'listing',
  sweep: 'listing',
  list: 'token',
  'update-price': 'listing',
  relist: 'listing',
  delist: 'listing',
  'accept-bid': 'bid',
  'token-bid': 'token',
  'bid-above-floor': 'token',
  'collection-bid': 'collection',
  'set-bid': 'collection',
  order: 'collection',
  'pool-deposit': 'bid',
  'pool-withdrawal': 'bid',
  'cancel-bid': 'bid',
  claim: 'claim',
  'take-back': 'claim',
  transfer: 'token',
  // Order health prepares trades for orders of any kind.
  prepared: 'bid-or-listing',
}

/** Returns what a kind of trade acts on. @param isScript it is more than one call. */
export function failureSubject(kind: string, isScript: boolean): FailureSubject {
  const subject = Object.entries(SUBJECTS).find(([known]) => known === kind)?.[1] ?? 'listing'
  return kind === 'accept-bid' && isScript ? 'bid-with-listing' : subject
}

/** Returns the message of a failed transaction: what happened, whether money moved, what to do. */
export function explainFailure({ kind, call }: Pick<Trade, 'kind' | 'call'>, vmStatus: string): string {
  const known = explainStatus(vmStatus, failureSubject(kind, call === 'script'))?.sentence ?? 'The transaction failed.'
  const ended = known.endsWith('.') ? known : `${known}.`
  return `${ended} Only the gas fee was charged.`
}
