import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { type Address, parseAddress } from '@opal/domain/address'
import type { DemoCollection } from '../art/demo-collection.ts'
import type { CollectionMarket, MarketToken, OpenListing, OpenOffer } from '../market/market-state.ts'
import { collectionAddress } from '../market/mint-collection.ts'
import type { PriceProcess } from '../market/price-process.ts'
import { aptOf } from '../market/prices.ts'
import type { Venue } from '../market/step-of.ts'
import type { CastOfStory } from './cast-of-story.ts'
import type { OfferWatch } from './offer-watch.ts'
import type { IndexedToken } from './token-index.ts'

/** What the market of a collection is read from. */
export interface MarketSource {
  readonly ledger: Ledger
  readonly venue: Venue
  readonly cast: CastOfStory
  readonly offers: OfferWatch
  /** Days since 1970, a float. */
  readonly day: number
}

const COIN = '0x1::aptos_coin::AptosCoin'
const USUAL_SHARE = 0.11

/** Reads who holds, asks and bids in a collection right now, off the chain: visitors trade here as well. */
export function readMarket(
  source: MarketSource,
  demo: DemoCollection,
  index: readonly IndexedToken[],
): CollectionMarket {
  const listings = new Set<OpenListing>()
  const tokens = index.flatMap((token) => readToken(source, token, listings))
  const market = { demo, id: collectionAddress(demo), tokens, mintDay: 0, usualShare: USUAL_SHARE, listings }
  return { ...market, process: swayingAround(referenceFloor(demo, listings), demo), offers: readOffers(source, market) }
}

/** A burnt token is no longer there. */
function readToken(
  { ledger, venue, cast, day }: MarketSource,
  token: IndexedToken,
  listings: Set<OpenListing>,
): MarketToken[] {
  const holder = addressIn(ledger, token.address, '0x1::object::ObjectCore', 'owner')
  if (holder === null) return []
  const { packageAddress } = venue.contracts
  const seller = addressIn(ledger, holder, `${packageAddress}::listing::Listing`, 'seller')
  const price = ledger.resource(holder, `${packageAddress}::coin_listing::FixedPriceListing<${COIN}>`)?.price
  if (seller === null || typeof price !== 'string') return [{ ...token, owner: cast.at(holder), listing: null }]
  const owned: MarketToken = { ...token, owner: cast.at(seller), listing: null }
  owned.listing = { id: holder, token: owned, seller: owned.owner, priceOctas: BigInt(price), day: day - 1 }
  listings.add(owned.listing)
  return [owned]
}

function readOffers(source: MarketSource, market: { id: Address; tokens: readonly MarketToken[] }): Set<OpenOffer> {
  const { ledger, venue, cast, offers } = source
  const open = new Set<OpenOffer>()
  for (const seen of offers.of(market.id)) {
    const module = seen.tokenDataId === null ? 'collection_offer::CollectionOffer' : 'token_offer::TokenOffer'
    const terms = ledger.resource(seen.offerId, `${venue.contracts.packageAddress}::${module}`)
    if (terms === null) {
      offers.forget(seen.offerId)
      continue
    }
    const token = market.tokens.find(({ address }) => address === seen.tokenDataId) ?? null
    if (seen.tokenDataId !== null && token === null) continue
    open.add({
      id: seen.offerId,
      bidder: cast.at(seen.bidder),
      priceOctas: seen.priceOctas,
      token,
      remaining: BigInt(String(terms.remaining ?? '1')),
      expiresDay: Number(terms.expiration_time) / 86_400,
    })
  }
  return open
}

function addressIn(ledger: Ledger, at: Address, type: string, field: string): Address | null {
  const value = ledger.resource(at, type)?.[field]
  return typeof value === 'string' ? parseAddress(value) : null
}

/** The lowest asks say what people hold a token to be worth; without any, what it opened at. */
function referenceFloor(demo: DemoCollection, listings: ReadonlySet<OpenListing>): number {
  const lowest = [...listings].map(({ priceOctas }) => aptOf(priceOctas)).sort((a, b) => a - b)
  if (lowest.length === 0) return demo.market.openingFloor
  const few = lowest.slice(0, 3)
  return few.reduce((sum, price) => sum + price, 0) / few.length
}

/** Opinion goes up and down over some hours, each collection in its own time. */
function swayingAround(floor: number, demo: DemoCollection): PriceProcess {
  const phase = demo.supply + demo.cover
  return {
    floorAt: (day) => floor * (0.98 + 0.05 * Math.sin(day * 2 * Math.PI * 4 + phase)),
    hypeAt: (day) => 1.4 + 0.6 * Math.sin(day * 2 * Math.PI * 3 + phase),
  }
}
