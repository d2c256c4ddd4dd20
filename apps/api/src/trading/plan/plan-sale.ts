import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { type ExitSale, planExit } from '@opal/domain/portfolio/exit-plan'
import type { ExitItem } from '@opal/domain/portfolio/sale-matching'
import { bps } from '@opal/domain/prices/rates'
import { repeatedItems } from '@opal/domain/tokens/named-item'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { Replan } from '../simulate.ts'
import { listingInTheWay, offersOn, type SaleFacts } from './best-exit.ts'
import { chooseEdition } from './editions.ts'
import { type SaleBid, toSaleBids } from './sale-bids.ts'
import { BLANK_ITEM, marketplaceClosed, type PlannedItem, REASONS } from './trade-plan.ts'

/** A token as its owner asks to sell it. */
export interface AcceptItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly offerId?: string | undefined
  readonly minPrice?: string | undefined
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
}

/** Constraints of a sale that is planned again. */
interface SaleConstraints {
  /** Items that stay as they are, with their offers. */
  readonly fixed: ReadonlyMap<AcceptItem, PlannedItem>
  /** Offers that an item cannot be sold into. */
  readonly unfit: ReadonlyMap<AcceptItem, ReadonlySet<AnyOfferRow>>
}

/**
 * Chooses an offer for every token, so that together they bring most after fee and royalty; no offer is sold into more often than it
 * wants, and no pool pays more than it holds. A listed token comes with the listing that is cancelled first. Pure.
 */
export function planAcceptBid(
  wallet: Address,
  asked: readonly AcceptItem[],
  facts: SaleFacts,
  marketplaces: readonly DeployedMarketplace[],
  { fixed, unfit }: SaleConstraints = { fixed: new Map(), unfit: new Map() },
): readonly PlannedItem[] {
  const repeated = repeatedItems(asked)
  const bids = bidsLeft(toSaleBids(wallet, facts.offers, facts, marketplaces), [...fixed.values()])
  const requests = asked.map((item): SaleRequest => {
    const { token, reason } = chooseEdition(facts.tokens.get(item.tokenDataId), facts.held, item.propertyVersion)
    const refusal = repeated.has(item) ? REASONS.duplicate : (reason ?? (token === null ? REASONS.unknownToken : null))
    const isOpen = token !== null && refusal === null && !fixed.has(item)
    return { item, token, refusal, candidates: isOpen ? candidatesOf(item, token, facts, unfit.get(item)) : [] }
  })
  const { sales } = planExit(requests.map((request) => toExitItem(request, facts, bids)))
  return requests.map((request, at): PlannedItem => {
    const { item, token, refusal } = request
    const planned = fixed.get(item)
    if (planned !== undefined) return planned
    const found = { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token }
    if (refusal !== null || token === null) return { ...found, reason: refusal ?? REASONS.unknownToken }
    const sale = sales[at] ?? null
    const { offer, reason } = sale === null ? refusedSale(request, bids, marketplaces) : takenOffer(sale)
    if (offer === null) return { ...found, reason }
    const deployed = marketplaces.find(({ adapter }) => adapter.id === offer.marketplace) ?? null
    return { ...found, listing: listingInTheWay(token, facts), offer, deployed, priceOctas: offer.priceOctas, reason }
  })
}

/** A token that is to be sold, with the offers that it fits, best price first. */
interface SaleRequest {
  readonly item: AcceptItem
  readonly token: TokenRow | null
  /** Why it cannot be sold, whatever is offered. */
  readonly refusal: TradeReason | null
  readonly candidates: readonly AnyOfferRow[]
}

function candidatesOf(
  item: AcceptItem,
  token: TokenRow,
  facts: SaleFacts,
  unfit: ReadonlySet<AnyOfferRow> | undefined,
): readonly AnyOfferRow[] {
  return offersOn(token, facts.offers, facts)
    .filter((offer) => item.marketplace === undefined || offer.marketplace === item.marketplace)
    .filter((offer) => item.offerId === undefined || offer.offerId === item.offerId)
    .filter((offer) => !unfit?.has(offer))
}

/** Returns what can be taken once some items are sold into their offers, by offer: a pool may pay thousands of them. */
function bidsLeft(bids: readonly SaleBid[], sold: readonly PlannedItem[]): ReadonlyMap<AnyOfferRow, SaleBid> {
  const taken = new Map<AnyOfferRow, bigint>()
  for (const { offer, reason } of sold)
    if (offer !== null && reason === null) taken.set(offer, (taken.get(offer) ?? 0n) + 1n)
  const paid = new Map<string, bigint>()
  for (const { offer, pool } of bids) {
    const count = taken.get(offer)
    if (pool !== null && count !== undefined) paid.set(pool.id, (paid.get(pool.id) ?? 0n) + offer.priceOctas * count)
  }
  return new Map(
    bids.map((bid) => {
      const { offer, pool } = bid
      const remainingAmount = bid.remainingAmount - (taken.get(offer) ?? 0n)
      const left = pool === null ? null : { ...pool, octas: pool.octas - (paid.get(pool.id) ?? 0n) }
      return [offer, { ...bid, remainingAmount, pool: left }]
    }),
  )
}

function toExitItem(
  { item, token, candidates }: SaleRequest,
  { royaltyOf }: SaleFacts,
  bids: ReadonlyMap<AnyOfferRow, SaleBid>,
): ExitItem<SaleBid> {
  const least = BigInt(item.minPrice ?? 0)
  return {
    royalty: token === null ? NO_ROYALTY : royaltyOf(token),
    leastOctas: 0n,
    bids: candidates.flatMap((offer) => (offer.priceOctas < least ? [] : (bids.get(offer) ?? []))),
    sharedBids: [],
  }
}

const NO_ROYALTY = bps(0)

function takenOffer({ bid }: ExitSale<SaleBid>) {
  return { offer: bid.offer, reason: null }
}

/** Returns why a token is not sold, and the offer because of which. */
function refusedSale(
  { item, candidates }: SaleRequest,
  bids: ReadonlyMap<AnyOfferRow, SaleBid>,
  marketplaces: readonly DeployedMarketplace[],
): { readonly offer: AnyOfferRow | null; readonly reason: TradeReason } {
  const takeable = candidates.filter((offer) => bids.has(offer))
  const [best] = takeable
  const [closed] = candidates
  if (best === undefined && closed !== undefined) {
    const deployed = marketplaces.find(({ adapter }) => adapter.id === closed.marketplace)
    return { offer: closed, reason: marketplaceClosed(deployed?.adapter.displayName ?? closed.marketplace) }
  }
  const isTooLow = best !== undefined && best.priceOctas < BigInt(item.minPrice ?? 0)
  if (item.offerId !== undefined)
    return isTooLow ? { offer: best, reason: REASONS.priceChanged } : { offer: null, reason: REASONS.offerGone }
  if (best === undefined) return { offer: null, reason: REASONS.noOffer }
  // Any other bids are taken by other items of the sale.
  if (item.minPrice === undefined) return { offer: null, reason: REASONS.noOfferLeft }
  return { offer: isTooLow ? best : null, reason: REASONS.noOfferAtPrice }
}

/** Times that a sale is planned again: each costs more simulations. */
const MAX_REPLANS = 5

/** Plans sales again without the bids that failed, for items that named none. The other items keep their bids. */
export function replanAcceptBid(
  wallet: Address,
  asked: readonly AcceptItem[],
  facts: SaleFacts,
  marketplaces: readonly DeployedMarketplace[],
): Replan {
  const unfit = new Map<AcceptItem, Set<AnyOfferRow>>()
  let tries = 0
  return (failed, wanted) => {
    tries += 1
    if (tries > MAX_REPLANS) return null
    const fixed = new Map<AcceptItem, PlannedItem>()
    for (const [at, item] of asked.entries()) {
      const planned = wanted[at]
      if (planned === undefined) continue
      const reason = failed.get(planned)
      if (reason === undefined) fixed.set(item, planned)
      else if (item.offerId !== undefined || planned.offer === null) fixed.set(item, { ...planned, reason })
      else unfit.set(item, (unfit.get(item) ?? new Set()).add(planned.offer))
    }
    const again = planAcceptBid(wallet, asked, facts, marketplaces, { fixed, unfit })
    const isOther = wanted.some((planned, at) => failed.has(planned) && again[at]?.reason === null)
    // An item without another bid says why its last one failed.
    return isOther ? wanted.map((planned, at) => withReason(planned, again[at], failed.get(planned))) : null
  }
}

function withReason(
  planned: PlannedItem,
  again: PlannedItem | undefined,
  reason: TradeReason | undefined,
): PlannedItem {
  return reason !== undefined && again?.reason !== null ? { ...planned, reason } : (again ?? planned)
}
