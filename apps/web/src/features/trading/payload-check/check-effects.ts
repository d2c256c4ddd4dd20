import { signerGain } from '@opal/chain/fungible/signer-gain'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { explainStatus } from '@opal/domain/failures/explain-status'
import type { MarketEvent } from '@opal/domain/market-event'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { failureSubject } from '../confirmation/explain-failure.ts'
import { editionOfItem } from '../items/item-rows.ts'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { shownGain, tradedItems } from './answered-items.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** A thousandth of an APT: gas below it is not worth a refusal. */
const GAS_FLOOR_OCTAS = 100_000n
/** The storage that a call frees may change until it is executed, by this much. */
const REFUND_TOLERANCE_OCTAS = 100_000n
/** The network takes no transaction that offers more. @source aptos-core gas schedule, maximum_number_of_gas_units */
const LARGEST_GAS_UNITS = 2_000_000n

/** Calls whose orders must be for the chosen tokens; the simulation shows which tokens they are for. */
const NAMED_BY_ORDER: ReadonlySet<ChosenDraft['call']> = new Set([
  'buy',
  'sweep',
  'update-price',
  'relist',
  'delist',
  'accept-bid',
])

/** Calls that cancel orders, even for tokens that no longer exist; the simulation shows which orders. */
const WITHDRAWALS: ReadonlySet<ChosenDraft['call']> = new Set(['cancel-bid', 'clean-up'])

/**
 * Checks the effects of a simulation at the page's own node against what is shown: it succeeds, costs the signer no more and
 * yields no less, also of storage that it frees, and the orders that it fills, changes or takes back are those of the answer, each for its own chosen token.
 * @throws PayloadRefusedError
 */
export function checkEffects(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  simulated: SimulationResult,
  marketplaces: readonly DeployedMarketplace[],
): void {
  const { success, vmStatus, transaction } = simulated
  if (!success) {
    const known =
      explainStatus(vmStatus, failureSubject(draft.call, answer.payload !== null && 'bytes' in answer.payload))
        ?.sentence ?? 'The transaction would fail.'
    throw new PayloadRefusedError(`something that fails now: ${known.replace(/\.$/, '')}`)
  }
  // No APT in the effects means a gain of zero: a sale that pays nothing is refused.
  const gain = signerGain(transaction, signer) ?? 0n
  const shown = shownGain(answer)
  if (gain < shown)
    throw new PayloadRefusedError(`something that ${shown > 0n ? 'brings you less' : 'costs you more'} than is shown`)
  if (gasOctasOf(simulated) > maxGasOctas(BigInt(answer.split.gasOctas)))
    throw new PayloadRefusedError('something that costs more gas than is shown')
  // An invented refund would make the trade look cheaper.
  if (BigInt(answer.split.storageRefundOctas) > simulated.storageRefundOctas + REFUND_TOLERANCE_OCTAS)
    throw new PayloadRefusedError('something for which the network returns less than is shown')
  const isNamedByOrder = NAMED_BY_ORDER.has(draft.call)
  if (!isNamedByOrder && !WITHDRAWALS.has(draft.call)) return
  const { events } = decodeMarketEvents(transaction, marketplaces)
  const traded = tradedItems(answer)
  if (isNamedByOrder) checkTokens(draft, traded, events, signer)
  // Calls name a v1 token's listing by the token and its edition, not by its id.
  const ended = events.filter(({ kind }) => !kind.endsWith('-placed') || draft.call === 'update-price')
  const isOf = (event: MarketEvent, item: TradeItem) =>
    ordersOf(item).includes(orderOf(event)) && (!isNamedByOrder || isForToken(event, item))
  if (!ended.every((event) => traded.some((item) => isOf(event, item))))
    throw new PayloadRefusedError('something with another order')
  // Orders under a foreign fee schedule decode to no event: require one for each item.
  if (isNamedByOrder && !traded.every((item) => ended.some((event) => isOf(event, item))))
    throw new PayloadRefusedError('something with another order')
}

/** Returns whether an event is for an item's token, or names none. Listings of two items could be exchanged, and so their prices. */
function isForToken(event: MarketEvent, { tokenDataId }: TradeItem): boolean {
  const id = tokenIdOf(event)
  return id === null || id === tokenDataId
}

/** @throws PayloadRefusedError unless the events are for the tokens that are traded, and of no other. */
function checkTokens(
  draft: ChosenDraft,
  traded: readonly TradeItem[],
  events: readonly MarketEvent[],
  signer: Address,
): void {
  const isBought = draft.call === 'buy' || draft.call === 'sweep'
  // Best effort leaves out items that others bought since the quote: no event is no fault of the API.
  const isLeftOut = isBought && draft.body.bestEffort === true
  for (const { tokenDataId } of traded) {
    const own = events.filter((event) => tokenIdOf(event) === tokenDataId)
    if (own.length === 0)
      throw new PayloadRefusedError(
        isLeftOut ? 'a purchase of something that’s no longer for sale' : 'an order for another token',
      )
    if (isBought && !own.some((event) => event.kind === 'listing-filled' && event.buyer === signer))
      throw new PayloadRefusedError('a purchase for another wallet')
    if (draft.call !== 'sweep') continue
    const collectionId = parseAddress(draft.body.collectionId)
    if (own.some(({ collection }) => collection.collectionId !== collectionId))
      throw new PayloadRefusedError('a token of another collection')
  }
  const ids = new Set<string | null>([null, ...traded.map(({ tokenDataId }) => tokenDataId)])
  // The transaction could also fill or cancel another order of the signer.
  if (events.some((event) => !ids.has(tokenIdOf(event)))) throw new PayloadRefusedError('something with another token')
  checkEditions(traded, events)
}

/**
 * A v1 token's listing may be an object, which the call names without the edition in it: another edition would be bought, given a price
 * or taken back.
 * @throws PayloadRefusedError unless each order is for the edition that the answer shows of it.
 */
function checkEditions(traded: readonly TradeItem[], events: readonly MarketEvent[]): void {
  for (const event of events) {
    const edition = 'token' in event ? (event.token?.propertyVersion ?? null) : null
    if (edition === null) continue
    const named = traded.filter((item) => ordersOf(item).includes(orderOf(event)))
    // A listing that is placed again has an id that was unknown before: match it by its token.
    const items = named.length > 0 ? named : traded.filter(({ tokenDataId }) => tokenDataId === tokenIdOf(event))
    if (!items.some((item) => editionOfItem(item) === String(edition)))
      throw new PayloadRefusedError('another edition than is shown')
  }
}

function gasOctasOf({ gasUsed, gasUnitPrice }: SimulationResult): bigint {
  return gasUsed * gasUnitPrice
}

/** Returns the most octas of gas for a shown amount, with a margin: simulations and the block run at different times. */
function maxGasOctas(shownOctas: bigint): bigint {
  return shownOctas * 2n + GAS_FLOOR_OCTAS
}

/** Gas units that a wallet may offer for what was simulated. Without a limit it offers what it likes. */
export function maxGasUnits(simulated: SimulationResult): number {
  const { gasUsed, gasUnitPrice } = simulated
  const maxUnits = gasUnitPrice === 0n ? gasUsed * 2n : maxGasOctas(gasOctasOf(simulated)) / gasUnitPrice
  return Number(maxUnits < LARGEST_GAS_UNITS ? maxUnits : LARGEST_GAS_UNITS)
}

/** Returns the listing and the bid of an item, as {@link orderOf} spells them. */
function ordersOf({ listing, offer }: TradeItem): readonly string[] {
  return [
    ...(listing === null ? [] : [`${listing.marketplace} ${listing.listingId}`]),
    ...(offer === null ? [] : [`${offer.marketplace} ${offer.offerId}`]),
  ]
}

function orderOf(event: MarketEvent): string {
  return `${event.marketplace} ${'listingId' in event ? event.listingId : event.offerId}`
}

function tokenIdOf(event: MarketEvent): string | null {
  return 'token' in event ? (event.token?.tokenDataId ?? null) : null
}
