import { type RawBuilder, sql } from 'kysely'
import type { NamedHolding } from '../portfolio/held-editions.ts'
import { type Reader, readRow, readRows } from '../read-rows.ts'

/**
 * The condition that a listing `l` counts for its seller (portfolio, counts): open, with the token still there, also on a closed
 * marketplace, when it has expired or is reserved for a buyer, and while the token is frozen (loyalty leaves that out: the triggers of
 * `market.wallet_points`). For a collection (floor, listed count, lists of items) only `validity = 'valid'` counts, which can be bought.
 */
export const LISTED_BY_SELLER: RawBuilder<unknown> = sql`l.state = 'open' and l.validity in ('valid', 'token-frozen', 'marketplace-closed', 'expired', 'reserved')`

/** Whether an open listing counts for everyone, and why not. */
export type ListingValidity =
  | 'valid'
  | 'seller-lost-token'
  | 'token-frozen'
  | 'marketplace-closed'
  | 'expired'
  | 'reserved'
  | 'ended'

/** Terms of a listing as the API shows them, null for none. Octas and Unix seconds. */
export interface StoredTerms {
  readonly startPrice: string | null
  readonly endPrice: string | null
  readonly fallsFromSeconds: string | null
  readonly fallsUntilSeconds: string | null
  /** When the price falls next, or the listing expires. */
  readonly nextChangeSeconds: string | null
  readonly expiresAtSeconds: string | null
  readonly reservedFor: string | null
  readonly leastProceeds: string | null
}

/** One open listing; price in octas, of a falling one as of the chain's clock. */
export interface ListingRow {
  readonly marketplace: string
  readonly listingId: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  readonly seller: string
  readonly priceOctas: bigint
  readonly validity: ListingValidity
  readonly terms: StoredTerms | null
  readonly placedAtMicros: bigint
  readonly lastVersion: bigint
}

/** Listings that come with the cheapest ones, however many there are: the ids asked for, and what these wallets have listed. */
export interface NamedListings {
  readonly listingIds?: readonly string[]
  readonly own?: readonly NamedHolding[]
}

/** Limit of listings of one token: editions of a v1 token may have thousands. */
const PER_TOKEN = 100

/**
 * Reads open listings of some tokens on every marketplace, cheapest first: for each token the cheapest hundred that can be bought, the cheapest
 * hundred of all (to explain why one cannot be bought), and the named ones. However many listings cannot be bought, they hide none that can. Of
 * a wallet's own listings of a token a hundred are read, of the lowest editions where none is named.
 */
export function readOpenListings(
  reader: Reader,
  tokenDataIds: readonly string[],
  { listingIds = [], own = [] }: NamedListings = {},
): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from (
      select l.* from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
      cross join lateral (
        (select * from market.listings l where l.token_data_id = asked.id and l.state = 'open' and l.validity = 'valid'
          order by price_octas, marketplace, listing_id limit ${PER_TOKEN})
        union
        (select * from market.listings l where l.token_data_id = asked.id and l.state = 'open'
          order by price_octas, marketplace, listing_id limit ${PER_TOKEN})
      ) l
      union
      select l.* from unnest(${[...listingIds]}::text[]) as named (id)
      cross join lateral (select * from market.listings where listing_id = named.id offset 0) l
      where l.token_data_id = any(${[...new Set(tokenDataIds)]}::text[]) and l.state = 'open'
      union
      ${ownSql(own)}
    ) l
    order by token_data_id, price_octas, marketplace, listing_id`,
  )
}

/**
 * Reads what wallets have listed of some tokens and is open, cheapest first: of each as many as {@link readOpenListings}. However many others have
 * a token for sale, they are not looked at.
 */
export function readOwnListings(reader: Reader, own: readonly NamedHolding[]): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from (select distinct l.* from (${ownSql(own)}) l) l
    order by token_data_id, price_octas, marketplace, listing_id`,
  )
}

/** In the order of the index that has a wallet's listings of a token: in that by price all of others may come first. */
function ownSql(own: readonly NamedHolding[]): RawBuilder<unknown> {
  return sql`
      select l.* from unnest(${own.map(({ tokenDataId }) => tokenDataId)}::text[], ${own.map(({ holder }) => holder)}::text[],
        ${own.map(({ propertyVersion }) => propertyVersion ?? null)}::numeric[]) as own (id, seller, edition)
      cross join lateral (
        select * from market.listings l where l.token_data_id = own.id and l.seller = own.seller and l.state = 'open'
          and l.property_version >= coalesce(own.edition, 0) and l.property_version <= coalesce(own.edition, 'Infinity')
        order by l.token_data_id, l.seller, l.property_version limit ${PER_TOKEN}
      ) l`
}

/** Reads the collection that a token belongs to; null for a token that is not known. */
export async function readCollectionOfToken(reader: Reader, tokenDataId: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ collectionId: string }>`
      select collection_id as "collectionId" from chain.current_token_datas_v2 where token_data_id = ${tokenDataId}`,
  )
  return row?.collectionId ?? null
}

/** Cursor of listings by price: the last one of the page before. */
export type ListingPlace = Pick<ListingRow, 'priceOctas' | 'marketplace' | 'listingId'>

/** Returns the condition that listings follow a place in the order by price, with its `and`; empty without a place. */
export function afterPlaceSql(after: ListingPlace | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  return sql`and (price_octas, marketplace, listing_id) > (${after.priceOctas}, ${after.marketplace}, ${after.listingId})`
}

/**
 * Reads one page of a token's open listings, cheapest first.
 * @param after the last row of the page before.
 */
export function readListingsOfToken(
  reader: Reader,
  tokenDataId: string,
  { take, after }: { readonly take: number; readonly after?: ListingPlace },
): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings where token_data_id = ${tokenDataId} and state = 'open' ${afterPlaceSql(after)}
    order by price_octas, marketplace, listing_id limit ${take}`,
  )
}

/** The terms of a listing as {@link StoredTerms}; null where it has none. */
export const TERMS_JSON: RawBuilder<StoredTerms | null> = sql`case when
  coalesce(falls_until_seconds, expires_at_seconds, least_octas) is not null or reserved_for is not null
  then json_build_object('startPrice', start_price_octas::text, 'endPrice', end_price_octas::text,
    'fallsFromSeconds', falls_from_seconds::text, 'fallsUntilSeconds', falls_until_seconds::text,
    'nextChangeSeconds', next_change_seconds::text, 'expiresAtSeconds', expires_at_seconds::text,
    'reservedFor', reserved_for, 'leastProceeds', least_octas::text) end`

/** Columns of a {@link ListingRow}. */
export const LISTING_COLUMNS = sql`marketplace, listing_id as "listingId", token_data_id as "tokenDataId",
  property_version as "propertyVersion", seller, price_octas as "priceOctas", validity,
  ${TERMS_JSON} as terms, placed_at_micros as "placedAtMicros", last_version as "lastVersion"`

/** Filter of listings by token. */
export interface CheapestListingsQuery {
  readonly tokenDataIds: readonly string[]
  /** Only these marketplaces'. */
  readonly marketplaces: readonly string[]
  /** None of this seller; null for any seller. */
  readonly notSeller: string | null
  /** Highest price in octas; null for any. */
  readonly maxOctas: bigint | null
  /** Reads listings of closed marketplaces, where orders can only be taken back, instead of those that can be bought. */
  readonly isClosed?: boolean
}

/** Reads open listings of tokens, the cheapest of each that is wanted, cheapest first. */
export function readCheapestListings(reader: Reader, query: CheapestListingsQuery): Promise<readonly ListingRow[]> {
  const { tokenDataIds, marketplaces, notSeller, maxOctas, isClosed = false } = query
  return readRows(
    reader,
    sql<ListingRow>`
    select * from (
      select distinct on (l.token_data_id) ${LISTING_COLUMNS} from market.listings l
      where l.token_data_id = any(${[...tokenDataIds]}::text[]) and l.state = 'open' and l.validity = ${isClosed ? 'marketplace-closed' : 'valid'}
        and l.marketplace = any(${[...marketplaces]}::text[])
        ${notSeller === null ? sql`` : sql`and l.seller <> ${notSeller}`}
        ${maxOctas === null ? sql`` : sql`and l.price_octas <= ${maxOctas}`}
      order by l.token_data_id, l.price_octas, l.marketplace, l.listing_id
    ) as cheapest
    order by "priceOctas", marketplace, "listingId"`,
  )
}

/** Reads open listings by their ids, which are unique per marketplace; in no order, unknown ones are left out. */
export function readListingsById(
  reader: Reader,
  ids: readonly { readonly marketplace: string; readonly listingId: string }[],
): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings where state = 'open' and (marketplace, listing_id) in (
      select * from unnest(${ids.map((id) => id.marketplace)}::text[], ${ids.map((id) => id.listingId)}::text[])
    )`,
  )
}

/** The cheapest live listing of a collection. Octas. */
export interface FloorListing {
  readonly tokenDataId: string
  readonly priceOctas: bigint
}

/**
 * Reads a collection's cheapest live listing; null while nothing is for sale.
 * @param notSeller wallet whose own listings are left out; null leaves none out.
 */
export async function readFloorListing(
  reader: Reader,
  collectionId: string,
  notSeller: string | null,
): Promise<FloorListing | null> {
  const row = await readRow(
    reader,
    sql<FloorListing>`
    select token_data_id as "tokenDataId", price_octas as "priceOctas" from market.listings
    where collection_id = ${collectionId} and state = 'open' and validity = 'valid'
      ${notSeller === null ? sql`` : sql`and seller <> ${notSeller}`}
    order by price_octas, token_data_id limit 1`,
  )
  return row ?? null
}

/** A token that a wallet has for sale, and the lowest live price of other sellers for it, octas; null without one. */
export interface OwnListedToken {
  readonly tokenDataId: string
  readonly othersOctas: bigint | null
}

/** Listings of a wallet in one collection that are looked at: it may have any number, of which any number is of one token. */
const MAX_OWN = 2_000

/** Reads the tokens of a collection of which a wallet has a live listing, of a wallet with thousands some of them. */
export function readOwnListedTokens(
  reader: Reader,
  seller: string,
  collectionId: string,
): Promise<readonly OwnListedToken[]> {
  return readRows(
    reader,
    sql<OwnListedToken>`
    select own.token_data_id as "tokenDataId", (
      select o.price_octas from market.listings o
      where o.token_data_id = own.token_data_id and o.state = 'open' and o.validity = 'valid' and o.seller <> ${seller}
      order by o.price_octas limit 1
    ) as "othersOctas"
    from (
      select distinct token_data_id from (
        select token_data_id from market.listings
        where seller = ${seller} and collection_id = ${collectionId} and state = 'open' and validity = 'valid' limit ${MAX_OWN}
      ) few
    ) own`,
  )
}
