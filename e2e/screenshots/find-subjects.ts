import { type Activity, listActivities } from '@opal/contract/activities'
import { createApiClient } from '@opal/contract/client'
import { type Collection, listCollections } from '@opal/contract/collections'
import { getNetwork } from '@opal/contract/network'
import { listUserTokens } from '@opal/contract/portfolio'
import { listCollectionTokens, type Token } from '@opal/contract/tokens'

/** Listings of a collection that the demo's traders may buy while screenshots are taken. */
const MAX_SOLD = 9

/** A demo account, as `/network.json` lists it. */
export interface Person {
  readonly name: string
  readonly address: string
}

/** Subjects of the screenshots. */
export interface Subjects {
  readonly collections: readonly Collection[]
  /** The most traded one. */
  readonly collection: Collection
  /** The last collection of the ranking with enough listings: its prices are the smallest. */
  readonly cheapest: Collection
  /** Listed by others at no more than twice the floor, most expensive first: it is the last one that traders buy. */
  readonly forSale: readonly Token[]
  readonly unlisted: Token
  /** The latest sale of the market. */
  readonly sale: Activity
  readonly person: Person
  readonly mine: {
    readonly listed: Token
    readonly unlisted: Token
    /** Another one, to be traded. */
    readonly spare: Token
    /** Listed on another marketplace than the native one. */
    readonly elsewhere: Token | undefined
  }
}

/**
 * Chooses tokens of the most traded collection, one for each state that the pages distinguish.
 * @throws Error when the market has no such token.
 */
export async function findSubjects(api: string, person: Person): Promise<Subjects> {
  const call = createApiClient({ api })
  const { data: collections } = await call(listCollections, { query: { take: 50 } })
  const collection = required(collections[0], 'a collection')
  const params = { id: collection.collectionId }
  const [listed, unlisted, held, sales, { marketplaces }] = await Promise.all([
    call(listCollectionTokens, { params, query: { nftType: 'LISTED', sort: 'price_asc' } }),
    call(listCollectionTokens, { params, query: { nftType: 'UNLISTED', limit: 1 } }),
    call(listUserTokens, { params: { wallet: person.address }, query: { take: 100 } }),
    call(listActivities, { query: { type: 'sales', take: 1, pageType: 'activity_page' } }),
    call(getNetwork, {}),
  ])
  const native = marketplaces.find(({ isNative }) => isNative)?.id
  return {
    collections,
    collection,
    cheapest: required(
      collections.findLast(({ listedCount }) => listedCount > MAX_SOLD),
      'a collection for sale',
    ),
    forSale: fairlyPriced(listed.data.filter(({ owner }) => owner?.walletAddress !== person.address)),
    unlisted: required(unlisted.data[0], 'an unlisted token'),
    sale: required(sales.data[0], 'a sale'),
    person,
    mine: {
      listed: required(held.data.find(isListed), 'a listed token of one’s own'),
      unlisted: required(unlistedOf(held.data)[0], 'an unlisted token of one’s own'),
      spare: required(unlistedOf(held.data)[1], 'two unlisted tokens of one’s own'),
      elsewhere: held.data.find(({ listedPrice, marketplace }) => listedPrice !== null && marketplace !== native),
    },
  }
}

function fairlyPriced(tokens: readonly Token[]): readonly Token[] {
  const priceOf = ({ listedPrice }: Token) => BigInt(listedPrice ?? 0)
  const [cheapest] = tokens
  if (cheapest === undefined) return []
  return tokens.filter((token) => priceOf(token) <= 2n * priceOf(cheapest)).toReversed()
}

function unlistedOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => !isListed(token))
}

function isListed({ listedPrice }: Token): boolean {
  return listedPrice !== null
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The market has no ${what}.`)
  return value
}
