import { parseTransaction } from '@opal/chain/transaction/parse-transaction'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Intent, ListingRef } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { toSeconds } from '@opal/domain/time'
import { type CollectionRef, collectionIdV1, type TokenRefV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { demoArtist } from '../../accounts/demo-cast.ts'
import type { DrawnCollection } from '../../art/demo-collection.ts'
import { tokenName } from '../../art/token-art.ts'
import { callOf, type HistoryWriter } from '../history-writer.ts'
import type { Participant } from '../market-state.ts'

/** A trade: its parties, by their places in the cast, and the marketplace's id; prices in hundredths of an APT. */
interface Deal {
  readonly at: string
  readonly who: number
  readonly price: number
}
type Sale = Deal & { readonly n: number; readonly to: number }
type Listing = Deal & { readonly n: number }
type Bid = Deal & { readonly amount: number }
type TokenBid = Deal & { readonly n: number }

type Wanted =
  | { readonly kind: 'place-token-offer'; readonly token: TokenRefV1 }
  | { readonly kind: 'place-collection-offer'; readonly collection: CollectionRef; readonly amount: bigint }

/** Trades of a collection at one time. */
export interface TradingDay {
  readonly listings: readonly Listing[]
  readonly sales: readonly Sale[]
  readonly bids: readonly Bid[]
  readonly tokenBids: readonly TokenBid[]
}

/** The first days, when a marketplace was still open that is closed now: what was not sold there can only be taken back. */
export const FIRST_DAYS: TradingDay = {
  sales: [
    { at: 'topaz', who: 7, n: 15, price: 350, to: 10 },
    { at: 'mercato', who: 6, n: 14, price: 400, to: 9 },
    { at: 'bluemove', who: 7, n: 16, price: 440, to: 11 },
    { at: 'opal', who: 8, n: 17, price: 390, to: 10 },
  ],
  listings: [
    { at: 'topaz', who: 6, n: 13, price: 420 },
    { at: 'topaz', who: 0, n: 2, price: 500 },
  ],
  bids: [{ at: 'topaz', who: 9, price: 250, amount: 2 }],
  tokenBids: [{ at: 'topaz', who: 8, n: 3, price: 280 }],
}

export const TODAY: TradingDay = {
  sales: [{ at: 'opal', who: 10, n: 22, price: 445, to: 6 }],
  listings: [
    { at: 'opal', who: 8, n: 18, price: 460 },
    { at: 'mercato', who: 9, n: 19, price: 450 },
    { at: 'bluemove', who: 10, n: 21, price: 490 },
  ],
  bids: [
    { at: 'opal', who: 6, price: 300, amount: 3 },
    { at: 'mercato', who: 7, price: 290, amount: 2 },
  ],
  tokenBids: [{ at: 'mercato', who: 11, n: 5, price: 310 }],
}

const BIDS_LAST_SECONDS = 365n * 86_400n
const OCTAS_PER_HUNDREDTH = OCTAS_PER_APT / 100n

/** Trades v1 tokens among their holders, and tracks the balances of the holders. */
export class HeirloomMarket {
  readonly #ledger: Ledger
  readonly #writer: HistoryWriter
  readonly #collection: DrawnCollection
  readonly #people: readonly Participant[]
  readonly #marketplaces = contractsOf('local')

  constructor(ledger: Ledger, writer: HistoryWriter, collection: DrawnCollection, people: readonly Participant[]) {
    this.#ledger = ledger
    this.#writer = writer
    this.#collection = collection
    this.#people = people
  }

  /** @throws Error when a marketplace tells nothing of what was done there */
  trade({ sales, listings, bids, tokenBids }: TradingDay): void {
    for (const sale of sales) this.#sell(sale)
    for (const listing of listings) this.#list(listing)
    for (const bid of bids) this.#bid(bid)
    for (const bid of tokenBids) this.#place(bid, { kind: 'place-token-offer', token: this.#token(bid.n) })
  }

  #list({ at, who, n, price }: Listing): ListingRef {
    const [token, seller] = [this.#token(n), this.#person(who)]
    const placed = this.#do(at, seller, { kind: 'list', token, priceOctas: octasOf(price) })
    const { listingId, priceOctas } = placed as Extract<MarketEvent, { kind: 'listing-placed' }>
    return { listingId, seller: seller.trader.address, priceOctas, token }
  }

  #sell({ to, ...listing }: Sale): void {
    const placed = this.#list(listing)
    const [seller, buyer] = [this.#person(listing.who), this.#person(to)]
    const sold = this.#do(listing.at, buyer, { kind: 'buy', listing: placed })
    const { commissionOctas, royaltyOctas } = sold as Extract<MarketEvent, { kind: 'listing-filled' }>
    buyer.balance -= placed.priceOctas
    seller.balance += placed.priceOctas - (commissionOctas ?? 0n) - (royaltyOctas ?? 0n)
  }

  #bid({ amount, ...bid }: Bid): void {
    const { name, slug } = this.#collection
    const creatorAddress = demoArtist(slug).address
    const collectionId = collectionIdV1(creatorAddress, name)
    const collection: CollectionRef = { standard: 'v1', collectionId, creatorAddress, collectionName: name }
    this.#place(bid, { kind: 'place-collection-offer', collection, amount: BigInt(amount) })
  }

  /** The bid holds its money from the start. */
  #place({ at, who, price }: Deal, wanted: Wanted): void {
    const bidder = this.#person(who)
    const priceOctas = octasOf(price)
    const expiresAtSeconds = toSeconds(this.#ledger.head.timestampMicros) + BIDS_LAST_SECONDS
    this.#do(at, bidder, { ...wanted, priceOctas, expiresAtSeconds })
    bidder.balance -= priceOctas * ('amount' in wanted ? wanted.amount : 1n)
  }

  /** @returns what the marketplace tells of it */
  #do(at: string, { trader }: Participant, intent: Intent): MarketEvent {
    const marketplace = this.#marketplaces.find(({ adapter }) => adapter.id === at)
    if (marketplace === undefined) throw new Error(`there is no marketplace ${at} on localnet`)
    const { hash } = this.#writer.send(trader, callOf(payloadOf(marketplace, intent)))
    this.#writer.commit()
    const committed = this.#ledger.transactionByHash(hash)
    if (committed === null || 'signedBytes' in committed) throw new Error(`${intent.kind} at ${at} was not committed`)
    const [event] = decodeMarketEvents(parseTransaction(committed), [marketplace]).events
    if (event === undefined) throw new Error(`${intent.kind} at ${at}: ${committed.info?.vmStatus}`)
    return event
  }

  #token(n: number): TokenRefV1 {
    const [creatorAddress, collectionName] = [demoArtist(this.#collection.slug).address, this.#collection.name]
    const name = tokenName(this.#collection, n)
    const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, name)
    return { standard: 'v1', tokenDataId, creatorAddress, collectionName, tokenName: name, propertyVersion: 0n }
  }

  #person(place: number): Participant {
    const person = this.#people[place]
    if (person === undefined) throw new RangeError(`the cast has no place ${place}`)
    return person
  }
}

function octasOf(hundredths: number): bigint {
  return BigInt(hundredths) * OCTAS_PER_HUNDREDTH
}

/** Returns the marketplace's own call, whether it is still open or not: this is history. */
function payloadOf({ adapter, contracts }: DeployedMarketplace, intent: Intent): EntryFunctionPayload {
  const build = adapter.payload[intent.kind] as
    | ((contracts: MarketplaceContracts, intent: Intent) => EntryFunctionPayload)
    | undefined
  if (build === undefined) throw new Error(`${adapter.displayName} does not offer ${intent.kind}`)
  return build(contracts, intent)
}
