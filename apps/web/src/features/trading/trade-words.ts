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

/** Failures that people can do something about, by the name or the code that the chain gives. */
const FAILURE_SENTENCES: readonly { readonly names: RegExp; readonly sentence: string }[] = [
  {
    names: /^(EINSUFFICIENT_BALANCE|INSUFFICIENT_BALANCE.*|0x1::coin 0x10006|0x1::fungible_asset 0x10004)$/,
    sentence: 'There was not enough APT in the wallet.',
  },
  {
    names: /^(ENO_LISTING|EOBJECT_DOES_NOT_EXIST|ERESOURCE_DOES_NOT_EXIST|0x1::object 0x6000[27])$/,
    sentence: 'Token is already sold or delisted.',
  },
  { names: /^(out of gas|.*OUT_OF_GAS.*|.*MAX_GAS.*)$/i, sentence: 'The transaction ran out of gas.' },
  { names: /^.*EXPIRED.*$/, sentence: 'It was signed too late.' },
]

const ABORT = /Move abort in (0x[0-9a-f]+::\w+): (?:(\w+)\()?(0x[0-9a-f]+)/i

/** What a failure is called: an abort by its constant, else by module and code; every other failure by its own words. */
function failureNames(vmStatus: string): readonly string[] {
  const abort = ABORT.exec(vmStatus)
  if (abort === null) return [vmStatus.trim()]
  const [, module = '', constant, code = ''] = abort
  return [...(constant === undefined ? [] : [constant]), `${module} ${code}`]
}

/** A failed transaction in words: what happened, whether money moved, what to do. */
export function explainFailure(vmStatus: string): string {
  const called = failureNames(vmStatus)
  const known = FAILURE_SENTENCES.find(({ names }) => called.some((name) => names.test(name)))?.sentence
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
