import type { ApiClient } from '@opal/contract/client'
import type { EndpointInput } from '@opal/contract/http/endpoint'
import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { buildClaim, buildTakeBack, buildTransferMany } from '@opal/contract/trading/moving'
import { buildPoolBid, buildPoolDeposit, buildPoolWithdrawal } from '@opal/contract/trading/pools'
import { buildDelist, buildList, buildRelist, buildUpdatePrice } from '@opal/contract/trading/selling'
import type { TradeAnswer, TradeQuery } from '@opal/contract/trading/trade'
import type { PreparedTrade } from '../../../entities/order/trade-request.ts'
import { formatAptExact } from '../../../shared/format/apt.ts'
import { withLeastPrices } from './with-least-prices.ts'
import { withNewPrices } from './with-new-prices.ts'

/** The body of an API call without the signer. */
type BodyOf<E> =
  EndpointInput<E> extends { readonly body?: infer Body } ? Omit<NonNullable<Body>, 'walletAddress'> : never
interface Draft<Call extends string, E> {
  readonly call: Call
  readonly body: BodyOf<E>
}

/** Terms of listings that only one wallet can buy. */
interface NamedBuyer {
  /** The typed name, which the API resolved to `terms.reservedFor`. */
  readonly buyerName?: string | undefined
}

/** A bid on a marketplace whose bids may not expire. */
interface EndlessBid {
  /** Set where the dialog said that the bid does not expire: the time in the body is not sent. */
  readonly isEndless?: true
}

/** The user's choice: a call of the API without the signer. */
export type ChosenDraft =
  | Draft<'buy', typeof buildBuy>
  | Draft<'sweep', typeof buildSweep>
  | (Draft<'list', typeof buildList> & NamedBuyer)
  | (Draft<'update-price', typeof buildUpdatePrice> & NamedBuyer)
  | Draft<'relist', typeof buildRelist>
  | Draft<'delist', typeof buildDelist>
  | (Draft<'token-bid', typeof buildTokenBid> & EndlessBid)
  | (Draft<'collection-bid', typeof buildCollectionBid> & EndlessBid)
  | Draft<'pool-bid', typeof buildPoolBid>
  | Draft<'pool-deposit', typeof buildPoolDeposit>
  | Draft<'pool-withdrawal', typeof buildPoolWithdrawal>
  | Draft<'cancel-bid', typeof buildCancelBid>
  | Draft<'accept-bid', typeof buildAcceptBid>
  | Draft<'claim', typeof buildClaim>
  | Draft<'take-back', typeof buildTakeBack>
  | (Draft<'transfer', typeof buildTransferMany> & {
      /** The typed name, which the API resolved to `toAddress`. */
      readonly toName?: string | undefined
    })
  | Extract<PreparedTrade['chosen'], { readonly call: 'clean-up' }>

/** The choice of one call, or of one of several. */
export type DraftOf<Call extends ChosenDraft['call']> = Extract<ChosenDraft, { readonly call: Call }>

/** The current state of a trading form. */
export type TradeDraft =
  | Exclude<ChosenDraft, { readonly call: 'clean-up' }>
  | { readonly call: 'prepared'; readonly prepared: PreparedTrade }

/** Returns the user's choice of a draft. */
export function chosenBy(draft: TradeDraft): ChosenDraft {
  return draft.call === 'prepared' ? draft.prepared.chosen : draft
}

/** Returns a key that is equal for equal drafts. */
export function draftKey(draft: TradeDraft | null): string {
  if (draft === null) return ''
  return draft.call === 'prepared' ? `prepared ${draft.prepared.title}` : JSON.stringify(draft)
}

/**
 * Requests a quote: the unsigned transaction, its simulation and the itemised amounts.
 * @throws ApiError
 */
export async function fetchQuote(
  api: ApiClient,
  walletAddress: string,
  draft: TradeDraft,
  query: TradeQuery = {},
): Promise<TradeAnswer> {
  switch (draft.call) {
    case 'buy':
      return withNewPrices(await api(buildBuy, { body: { walletAddress, ...draft.body }, query }), draft.body.items)
    case 'sweep':
      return api(buildSweep, { body: { walletAddress, ...draft.body }, query })
    case 'list':
      return api(buildList, { body: { walletAddress, ...draft.body }, query })
    case 'update-price':
      return api(buildUpdatePrice, { body: { walletAddress, ...draft.body }, query })
    case 'relist':
      return api(buildRelist, { body: { walletAddress, ...draft.body }, query })
    case 'delist':
      return api(buildDelist, { body: { walletAddress, ...draft.body }, query })
    case 'token-bid':
      return api(buildTokenBid, { body: { walletAddress, ...draft.body }, query })
    case 'collection-bid':
      return api(buildCollectionBid, { body: { walletAddress, ...draft.body }, query })
    case 'pool-bid':
      return api(buildPoolBid, { body: { walletAddress, ...draft.body }, query })
    case 'pool-deposit':
      return api(buildPoolDeposit, { body: { walletAddress, ...draft.body }, query })
    case 'pool-withdrawal':
      return api(buildPoolWithdrawal, { body: { walletAddress, ...draft.body }, query })
    case 'cancel-bid':
      return api(buildCancelBid, { body: { walletAddress, ...draft.body }, query })
    case 'accept-bid':
      return withLeastPrices(
        await api(buildAcceptBid, { body: { walletAddress, ...draft.body }, query }),
        draft.body.items,
      )
    case 'claim':
      return api(buildClaim, { body: { walletAddress, ...draft.body }, query })
    case 'take-back':
      return api(buildTakeBack, { body: { walletAddress, ...draft.body }, query })
    case 'transfer':
      return api(buildTransferMany, { body: { walletAddress, ...draft.body }, query })
    case 'prepared':
      return draft.prepared.build(api, walletAddress)
  }
}

/** Returns why a quote cannot be signed; null when it can, for some of its items at least. */
export function quoteObstacle(answer: TradeAnswer): string | null {
  const whole = answer.reason ?? answer.simulation?.error
  if (whole?.code === 'insufficient-balance') return [whole.sentence, ...missingMoney(answer.split)].join(' ')
  if (whole !== null && whole !== undefined) return whole.sentence
  if (answer.payload !== null) return null
  return answer.items.find((item) => item.reason !== null)?.reason?.sentence ?? 'This can’t be done right now.'
}

/** Says how much APT is needed and how much the wallet has; empty where the balance could not be read. */
function missingMoney({ totalOctas, gasOctas, balanceOctas }: TradeAnswer['split']): readonly string[] {
  if (balanceOctas === null) return []
  // A trade that the balance does not cover is simulated without gas.
  const gas = gasOctas === '0' ? ' plus gas' : ''
  const needed = totalOctas === '0' ? 'This takes some APT for gas' : `This takes ${formatAptExact(totalOctas)}${gas}`
  return [`${needed}; you have ${formatAptExact(balanceOctas)}.`]
}
