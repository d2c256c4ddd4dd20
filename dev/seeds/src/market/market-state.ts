import type { Address } from '@opal/domain/address'
import type { Trader } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import type { DemoMarketplace } from './demo-marketplaces.ts'
import type { PriceProcess } from './price-process.ts'
import { aptOf } from './prices.ts'

/** One person at the market. */
export interface Participant {
  readonly trader: Trader
  /** False for people whom visitors play: they are traded with, never spoken for. */
  readonly acts: boolean
  /** Attraction of a collection for the trader, by its slug; 1 for all when left out. */
  readonly taste?: (slug: string) => number
  /** Octas they can spend, without what their offers hold. Gas is left out: a reserve covers it. */
  balance: bigint
}

export interface OpenListing {
  readonly id: Address
  readonly marketplace: DemoMarketplace
  readonly token: MarketToken
  readonly seller: Participant
  priceOctas: bigint
  /** Day of the market at which it was placed or last re-priced. */
  day: number
}

export interface OpenOffer {
  readonly id: Address
  readonly marketplace: DemoMarketplace
  readonly bidder: Participant
  readonly priceOctas: bigint
  /** The token it is for, or null for any of the collection. */
  readonly token: MarketToken | null
  readonly expiresDay: number
  remaining: bigint
}

export interface MarketToken {
  readonly n: number
  readonly address: Address
  /** Worth by its traits, in floors; 1 for most. */
  readonly worth: number
  owner: Participant
  listing: OpenListing | null
}

/** One collection's side of the market. */
export interface CollectionMarket {
  readonly demo: DemoCollection
  readonly id: Address
  /** Empty until it is minted. */
  tokens: readonly MarketToken[]
  readonly process: PriceProcess
  /** Day of the market on which it was minted. */
  readonly mintDay: number
  /** Share of its tokens that people tend to have listed. */
  readonly usualShare: number
  readonly listings: Set<OpenListing>
  readonly offers: Set<OpenOffer>
}

/** Returns lowest listing, or null. */
export function floorOf(market: CollectionMarket): OpenListing | null {
  let floor: OpenListing | null = null
  for (const listing of market.listings) if (floor === null || listing.priceOctas < floor.priceOctas) floor = listing
  return floor
}

/** Returns the worth of a usual token on a day, in APT. */
export function referenceOf(market: CollectionMarket, day: number): number {
  return market.process.floorAt(day - market.mintDay)
}

/** Returns the floor in APT: the lowest listing where there is one, else the reference. */
export function floorAptOf(market: CollectionMarket, day: number): number {
  const floor = floorOf(market)
  return floor === null ? referenceOf(market, day) : aptOf(floor.priceOctas)
}

/** Returns open offers for any token of the collection, best first. */
export function collectionOffers(market: CollectionMarket, day: number): readonly OpenOffer[] {
  const open = [...market.offers].filter((offer) => offer.token === null && offer.expiresDay > day)
  return open.sort((a, b) => (a.priceOctas < b.priceOctas ? 1 : -1))
}

/** Returns the part of the supply that is for sale now, from 0 to 1. */
export function listedShare(market: CollectionMarket): number {
  return market.tokens.length === 0 ? 0 : market.listings.size / market.tokens.length
}
