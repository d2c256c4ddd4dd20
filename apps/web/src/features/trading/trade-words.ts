import type { TradeRequest } from '../../lib/trade-request.ts'
import type { Trade } from './pending-trades.ts'

type Kind = TradeRequest['kind']

/** Titles, buttons and toasts of each kind. @source spec 001, sections 2 "titled BUY ITEMS" and 4 "Buying successful" */
export const TRADE_WORDS: Readonly<Record<Kind, { title: string; button: string; success: string; doing: string }>> = {
  buy: { title: 'BUY ITEMS', button: 'Confirm purchase', success: 'Buying successful', doing: 'Buying' },
  list: { title: 'LIST ITEM', button: 'List', success: 'Listing successful', doing: 'Listing' },
  delist: { title: 'DELIST ITEM', button: 'Delist', success: 'Delisting successful', doing: 'Delisting' },
}

/** What a failure toasts. @source spec 001, section 8 "Buy failure: Toast 'Request Rejected'" */
export const FAILURE_TOAST = 'Request Rejected'

/** Codes of the listing module and the framework that people can do something about. */
const ABORT_SENTENCES: readonly { readonly pattern: RegExp; readonly sentence: string }[] = [
  { pattern: /INSUFFICIENT_BALANCE|EINSUFFICIENT_BALANCE/i, sentence: 'There was not enough APT in the wallet.' },
  { pattern: /OBJECT_DOES_NOT_EXIST|LISTING|ENO_LISTING|NO_SUCH/i, sentence: 'Token is already sold or delisted.' },
  { pattern: /OUT_OF_GAS|MAX_GAS/i, sentence: 'The transaction ran out of gas.' },
  { pattern: /EXPIRED/i, sentence: 'It was signed too late.' },
]

/** A failed transaction in words: what happened, whether money moved, what to do. */
export function explainFailure(vmStatus: string): string {
  const known = ABORT_SENTENCES.find(({ pattern }) => pattern.test(vmStatus))?.sentence
  return `${known ?? 'The chain refused the transaction.'} Nothing was moved except the gas fee. Details: ${vmStatus}`
}

/** How a trade stands, in words. */
export function tradeStateWords({ state, sentence }: Trade): string {
  switch (state) {
    case 'submitted':
      return 'Submitted, waiting for the chain'
    case 'indexing':
      return 'Confirmed on chain, waiting for the index'
    case 'confirmed':
      return 'Confirmed'
    case 'failed':
      return sentence ?? 'Failed'
    case 'lost':
      return 'The node does not know this transaction. It was most likely dropped, and then nothing was moved.'
  }
}
