import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { type Address, parseAddress } from '@opal/domain/address'
import type { DemoCollection } from '../art/demo-collection.ts'
import type { DemoMarketplace } from '../market/demo-marketplaces.ts'
import type { CollectionMarket, MarketToken, OpenListing, OpenOffer } from '../market/market-state.ts'
import { collectionAddress } from '../market/mint-collection.ts'
import type { FairValues } from './fair-value.ts'
import type { OfferWatch } from './offer-watch.ts'
import type { StoryCast } from './story-cast.ts'
import type { IndexedToken } from './token-index.ts'

/** Sources of a collection's market. */
export interface MarketSource {
  readonly ledger: Ledger
  readonly marketplaces: readonly DemoMarketplace[]
  readonly cast: StoryCast
  readonly offers: OfferWatch
  readonly worth: FairValues
  /** Days since 1970, a float. */
  readonly day: number
}

/** Defaults of the story for every collection: minted before it began, with a similar share listed. */
export const LIVE_MARKET = { mintDay: 0, usualShare: 0.11 } as const
const SECONDS_PER_DAY = 86_400
/** Expiry of offers on marketplaces whose offers do not expire. */
const NEVER_SECONDS = '9999999999'

/** Reads who holds, asks and bids in a collection right now, off the chain: visitors trade here as well. */
export function readMarket(
  source: MarketSource,
  demo: DemoCollection,
  index: readonly IndexedToken[],
): CollectionMarket {
  const listings = new Set<OpenListing>()
  const tokens = index.flatMap((token) => readToken(source, token, listings))
  const market = { demo, id: collectionAddress(demo), tokens, ...LIVE_MARKET, listings }
  return { ...market, process: source.worth.of(demo, listings, source.day), offers: readOffers(source, market) }
}

/** A burnt token is no longer there. */
function readToken(
  { ledger, marketplaces, cast, day }: MarketSource,
  token: IndexedToken,
  listings: Set<OpenListing>,
): MarketToken[] {
  const holder = addressIn(ledger, token.address, '0x1::object::ObjectCore', 'owner')
  if (holder === null) return []
  const marketplace = marketplaces.find(({ orders }) => ledger.resource(holder, orders.listing) !== null)
  const seller = marketplace === undefined ? null : addressIn(ledger, holder, marketplace.orders.listing, 'seller')
  const price = marketplace === undefined ? undefined : ledger.resource(holder, marketplace.orders.price)?.price
  if (marketplace === undefined || seller === null || typeof price !== 'string') {
    return [{ ...token, owner: cast.at(holder), listing: null }]
  }
  const owned: MarketToken = { ...token, owner: cast.at(seller), listing: null }
  owned.listing = {
    id: holder,
    marketplace,
    token: owned,
    seller: owned.owner,
    priceOctas: BigInt(price),
    day: day - 1,
  }
  listings.add(owned.listing)
  return [owned]
}

function readOffers(source: MarketSource, market: { id: Address; tokens: readonly MarketToken[] }): Set<OpenOffer> {
  const { ledger, cast, offers } = source
  const open = new Set<OpenOffer>()
  for (const seen of offers.of(market)) {
    const { tokenOffer, collectionOffer } = seen.marketplace.orders
    const terms = ledger.resource(seen.offerId, seen.tokenDataId === null ? collectionOffer : tokenOffer)
    if (terms === null) {
      offers.delete(seen.offerId)
      continue
    }
    const token = market.tokens.find(({ address }) => address === seen.tokenDataId) ?? null
    if (seen.tokenDataId !== null && token === null) continue
    open.add({
      id: seen.offerId,
      marketplace: seen.marketplace,
      bidder: cast.at(seen.bidder),
      priceOctas: seen.priceOctas,
      token,
      remaining: BigInt(String(terms.remaining ?? '1')),
      expiresDay: Number(terms.expiration_time ?? NEVER_SECONDS) / SECONDS_PER_DAY,
    })
  }
  return open
}

function addressIn(ledger: Ledger, at: Address, type: string, field: string): Address | null {
  const value = ledger.resource(at, type)?.[field]
  return typeof value === 'string' ? parseAddress(value) : null
}
