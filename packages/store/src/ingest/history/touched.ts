import { DAY_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { LotStateRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { listingOfOwner } from '../orders/listing-of-owner.ts'
import { historiesOf, type OrderHistory, orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { holdingKey, type WalletToken } from './holdings.ts'

/** A touched wallet and token, with the token's standard and collection. */
export interface TouchedHolding extends WalletToken {
  readonly collection_id: string | null
  /** Whether the token is of the v1 standard, or of an unknown one. */
  readonly is_v1: boolean
  /** How far its lots were folded; null when they must be folded from the beginning. */
  readonly state: LotStateRow | null
}

/** Finds tokens, their collections, and the wallets whose holdings of them must be folded again. */
export const touchedPhase = definePhase({
  name: 'touched',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase },
  reads: ['market.listings', 'market.ownership_events', 'chain.current_token_datas_v2'],
  readsBefore: ['market.lots', 'market.lot_states'],
  read: async (db, { decoded: { transactions }, histories: { histories, events } }) => {
    const tokens = touchedTokens(transactions, events)
    const since = firstVersion(transactions)
    // Time alone changes no holding.
    if (since === null) return { tokens, holdings: [], collections: await readCollections(db, tokens) }
    const { listed, former, sides } = reattributionsOf(histories, since)
    const [holdings, moved, collections] = await Promise.all([
      readTouchedHoldings(db, transactions, unique([...events.flatMap(walletsOf), ...sides]), { listed, former }),
      readReattributed(db, listed, transactions),
      readCollections(db, tokens),
    ])
    return { tokens, holdings: holdings.map((row) => toTouchedHolding(row, since, moved)), collections }
  },
  compute: (_given, touched) => touched,
})

/** Returns the tokens whose state or owner the transactions change, and those of the given listings. */
function touchedTokens(
  transactions: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): readonly string[] {
  const tokens = new Set<string>()
  for (const { tokens: changes } of transactions) {
    for (const change of changes.ownerships) tokens.add(change.tokenDataId)
    for (const change of changes.tokenDatas) tokens.add(change.tokenDataId)
  }
  for (const event of events)
    if (event.book === 'listing' && event.token_data_id !== null) tokens.add(event.token_data_id)
  return [...tokens]
}

/** Returns the earliest version of the batch; null when it has none. */
export function firstVersion(transactions: readonly IndexedTransaction[]): bigint | null {
  return transactions.reduce<bigint | null>(
    (first, { transaction: { version } }) => (first === null || version < first ? version : first),
    null,
  )
}

interface HoldingRow extends Omit<TouchedHolding, 'state'> {
  readonly state_version: bigint | null
  readonly state_collection_id: string | null
  readonly held: bigint | null
  readonly in_hand: bigint | null
}

/** Reads a holding. Its state is of use only where all of the batch's changes of the holding are later. */
function toTouchedHolding(row: HoldingRow, since: bigint, moved: ReadonlySet<string>): TouchedHolding {
  const { state_version: version, state_collection_id, held, in_hand, ...holding } = row
  const { wallet, token_data_id, property_version, collection_id } = holding
  const isLater = version !== null && version < since
  if (!isLater || in_hand === null || state_collection_id !== collection_id || moved.has(token_data_id))
    return { ...holding, state: null }
  return { ...holding, state: { wallet, token_data_id, property_version, version, collection_id, held, in_hand } }
}

/** A listing whose held token may now belong to its seller, rather than to the listing's own address or to another seller. */
interface Reattribution {
  readonly order_id: string
  readonly token_data_id: string
  readonly property_version: bigint
  /** Time of the first event of a listing that is new with the batch; null for another. */
  readonly new_at_micros: bigint | null
}

interface Reattributions {
  readonly listed: readonly Reattribution[]
  /** Listings that had other terms before. What a new listing held before it was known is stored under its own address, as lots or a state. */
  readonly former: readonly Reattribution[]
  /** Every seller of a listing with each of its tokens: an event that names no seller may have joined any two. */
  readonly sides: readonly WalletToken[]
}

/** Finds the listings that are new with the batch, and those with other sellers or tokens than before, with all their terms. */
function reattributionsOf(histories: readonly OrderHistory[], since: bigint): Reattributions {
  const changed = historiesOf(histories, 'listing').flatMap(({ known, events }) => {
    // The row of a listing names its newest seller where the last event names none.
    const before = known === null ? [] : [{ ...known.last, seller: known.seller }]
    const terms = [...before, ...events]
    const isNew = terms.every(({ version }) => version >= since)
    const isOther = new Set(terms.map(termsOf)).size > 1
    return isNew || isOther ? [{ terms, isNew, isOther }] : []
  })
  const listedOf = ({ terms, isNew }: { readonly terms: readonly OrderEventRow[]; readonly isNew: boolean }) =>
    tokensOf(terms).map((token) => ({
      order_id: terms[0]?.order_id ?? '',
      new_at_micros: isNew ? earliest(terms) : null,
      ...token,
    }))
  return {
    listed: changed.flatMap(listedOf),
    former: changed.filter(({ isOther }) => isOther).flatMap(listedOf),
    sides: changed.flatMap(({ terms }) => {
      const sellers = new Set(terms.flatMap(({ seller }) => seller ?? []))
      return [...sellers].flatMap((wallet) => tokensOf(terms).map((token) => ({ wallet, ...token })))
    }),
  }
}

function earliest(terms: readonly OrderEventRow[]): bigint | null {
  return terms.reduce<bigint | null>(
    (first, { at_micros }) => (first === null || at_micros < first ? at_micros : first),
    null,
  )
}

function tokensOf(terms: readonly OrderEventRow[]): readonly Omit<WalletToken, 'wallet'>[] {
  const tokens = terms.flatMap(({ token_data_id, property_version }) =>
    token_data_id === null ? [] : [{ token_data_id, property_version }],
  )
  return [...new Map(tokens.map((token) => [`${token.token_data_id}/${token.property_version}`, token])).values()]
}

function termsOf({ seller, token_data_id, property_version }: OrderEventRow): string {
  return [seller, token_data_id, property_version].join('\u0000')
}

/**
 * When a new listing held its token before it was known, the holdings of the token are folded again, and the history of its collection since.
 * Anyone can mint tokens and send them to the address of a future listing, and back, any number of times. So nothing is folded again for a token
 * that changed owners very often, or for what began more than a day before the listing: that past remains the address's, and what the address
 * still holds passes to the seller (handed-over.ts).
 * @source docs/decisions/2026-11-30-what-a-listing-held-before.md
 */
export const MAX_MOVES = 1_000
export const MAX_AGE_MICROS = DAY_MICROS

/** Returns the tokens of which the given listings held something by other transactions: it may belong to another wallet now. */
async function readReattributed(
  db: Executor,
  listed: readonly Reattribution[],
  transactions: readonly IndexedTransaction[],
): Promise<ReadonlySet<string>> {
  if (listed.length === 0) return new Set()
  const versions = transactions.map(({ transaction }) => transaction.version)
  const ofHolding = sql`e.token_data_id = o.token_data_id and e.property_version = o.property_version`
  // Scalar subqueries, so that each is one index probe: joined, the planner may scan the table.
  const { rows } = await sql<{ token_data_id: string }>`
    select distinct o.token_data_id from ${reattributionsSql(listed)}
    where coalesce(
      (select true from market.ownership_events e where ${ofHolding} and e.owner_address = o.listing_id
        and e.version <> all(${versions}::bigint[]) limit 1),
      (select true from market.lot_states s where s.wallet = o.listing_id and s.token_data_id = o.token_data_id limit 1),
      (select true from market.lots l where l.wallet = o.listing_id and l.token_data_id = o.token_data_id limit 1),
      false)
      and (o.new_at_micros is null
        or (select count(*) from (
          select from market.ownership_events e where ${ofHolding} limit ${MAX_MOVES + 1}) moves) <= ${MAX_MOVES}
        and coalesce((select e.at_micros from market.ownership_events e where ${ofHolding} and e.owner_address = o.listing_id
          order by e.storage_id, e.version limit 1) >= o.new_at_micros - ${MAX_AGE_MICROS}::bigint, true))`.execute(db)
  return new Set(rows.map((row) => row.token_data_id))
}

/** Returns the listings as a table `o`. */
function reattributionsSql(listed: readonly Reattribution[]) {
  return sql`unnest(${listed.map((each) => each.order_id)}::text[], ${listed.map((each) => each.token_data_id)}::text[],
    ${listed.map((each) => each.property_version)}::numeric[], ${listed.map((each) => each.new_at_micros)}::bigint[])
    as o (listing_id, token_data_id, property_version, new_at_micros)`
}

/**
 * Reads the owners in the batch, both sides of its orders, and all past holders of tokens that it describes. The seller
 * replaces a listing that owns a token; past holders include listings that were stored as owners before they were known, and
 * listings that owned a token and now sell another.
 */
async function readTouchedHoldings(
  db: Executor,
  transactions: readonly IndexedTransaction[],
  sides: readonly WalletToken[],
  { listed, former }: Pick<Reattributions, 'listed' | 'former'>,
): Promise<readonly HoldingRow[]> {
  const owned = transactions.flatMap(({ tokens }) => tokens.ownerships)
  const described = [
    ...new Set(transactions.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId))),
  ]
  const { rows } = await sql<HoldingRow>`
    select k.*, t.collection_id, t.token_standard is distinct from 'v2' as is_v1, s.version as state_version,
      s.collection_id as state_collection_id, s.held, s.in_hand
    from (
      select unnest(${sides.map((side) => side.wallet)}::text[]) as wallet,
        unnest(${sides.map((side) => side.token_data_id)}::text[]) as token_data_id,
        unnest(${sides.map((side) => side.property_version)}::numeric[]) as property_version
      union
      select coalesce(l.seller, o.owner), o.token_data_id, o.property_version
      from unnest(${owned.map((change) => change.ownerAddress)}::text[],
        ${owned.map((change) => change.tokenDataId)}::text[], ${owned.map((change) => change.propertyVersionV1)}::numeric[])
        as o (owner, token_data_id, property_version)
      left join lateral ${listingOfOwner(sql`o.owner`)} l on l.token_data_id = o.token_data_id
      union
      select l.wallet, l.token_data_id, l.property_version from ${reattributionsSql(listed)}
      join market.lots l on l.wallet = o.listing_id and l.token_data_id = o.token_data_id
      union
      select s.wallet, s.token_data_id, s.property_version from ${reattributionsSql(listed)}
      join market.lot_states s on s.wallet = o.listing_id and s.token_data_id = o.token_data_id
      union
      select o.listing_id, o.token_data_id, o.property_version from ${reattributionsSql(former)}
      where exists (select from market.ownership_events e where e.token_data_id = o.token_data_id
        and e.property_version = o.property_version and e.owner_address = o.listing_id)
      union
      select wallet, token_data_id, property_version from market.lots
      where token_data_id = any(${described}::text[]) and collection_id is null
      union
      select wallet, token_data_id, property_version from market.lot_states
      where token_data_id = any(${described}::text[]) and collection_id is null
    ) k
    left join market.lot_states s using (wallet, token_data_id, property_version)
    left join chain.current_token_datas_v2 t on t.token_data_id = k.token_data_id`.execute(db)
  return rows
}

function walletsOf(event: OrderEventRow): readonly WalletToken[] {
  const { token_data_id, property_version, book, action, seller, buyer } = event
  if (token_data_id === null) return []
  const wallets = [book === 'listing' || action === 'filled' ? seller : null, action === 'filled' ? buyer : null]
  return wallets.flatMap((wallet) => (wallet === null ? [] : [{ wallet, token_data_id, property_version }]))
}

function unique(keys: readonly WalletToken[]): readonly WalletToken[] {
  return [...new Map(keys.map((key) => [holdingKey(key), key])).values()]
}

/** Reads the collections of tokens. What a batch says of a token's collection is not it: the first description decides. */
async function readCollections(db: Executor, tokens: readonly string[]): Promise<readonly string[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<{ collection_id: string }>`
    select distinct collection_id from chain.current_token_datas_v2 where token_data_id = any(${tokens}::text[])`.execute(
    db,
  )
  return rows.map((row) => row.collection_id)
}
