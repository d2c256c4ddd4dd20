import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { LotStateRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { compareEvents } from '../orders/fold-order.ts'
import { listingOfOwner } from '../orders/listing-of-owner.ts'
import { readHandedOver } from './handed-over.ts'
import { type HoldingFacts, holdingKey, type PlaceFact, type SaleFact, type WalletToken } from './holdings.ts'
import type { TouchedHolding } from './touched.ts'
import { withTurns } from './turns.ts'

/** A batch that is later than the states of the holdings read for it: all later facts are in its transactions. */
export interface LaterBatch {
  readonly since: bigint
  readonly transactions: readonly IndexedTransaction[]
  /** Events of the orders that the batch touches; earlier ones are ignored. */
  readonly events: readonly OrderEventRow[]
}

/** A holding of which a state is stored that everything in the batch is later than. */
export type ContinuedHolding = Pick<TouchedHolding, 'is_v1'> & { readonly state: LotStateRow }

/** Reads the facts that are later than the states, in order: as many rows as the batch has, however long the histories are. */
export async function readLaterFacts(
  db: Executor,
  holdings: readonly ContinuedHolding[],
  batch: LaterBatch,
): Promise<readonly HoldingFacts[]> {
  if (holdings.length === 0) return []
  const { since, transactions, events } = batch
  const states = holdings.map(({ state }) => state)
  const tokens = new Set(states.map((state) => state.token_data_id))
  const later = events.filter((event) => event.version >= since)
  const [handed, held, listed, sales] = await Promise.all([
    readHandedOver(db, states, batch),
    readPlaces(db, tokens, transactions),
    readListedV1(db, later, holdings),
    readSales(db, later),
  ])
  // Handed-over tokens first: the listing may pass them on in the same transaction.
  const placesOf = Map.groupBy([...handed, ...held, ...listed], holdingKey)
  const salesOf = Map.groupBy(sales, holdingKey)
  const facts = states.map((state) => ({
    wallet: state.wallet,
    token_data_id: state.token_data_id,
    held: state.held,
    places: placesOf.get(holdingKey(state)) ?? [],
    sales: salesOf.get(holdingKey(state)) ?? [],
  }))
  return withTurns(db, facts)
}

/** A fact about one wallet and one token. */
type Held<Fact> = Fact & WalletToken

/** Looks up the stored state of each changed holding by its key: a join would compare each change with all states of the batch. */
async function readPlaces(
  db: Executor,
  tokens: ReadonlySet<string>,
  transactions: readonly IndexedTransaction[],
): Promise<readonly Held<PlaceFact>[]> {
  // When a transaction makes several changes, the last one counts.
  const changes = new Map(
    transactions.flatMap(({ transaction: { version, timestampMicros }, tokens: { ownerships } }) =>
      ownerships
        .filter(({ tokenDataId }) => tokens.has(tokenDataId))
        .map((change) => {
          const { tokenDataId, propertyVersionV1, ownerAddress, storageId } = change
          const key = [tokenDataId, propertyVersionV1, ownerAddress, storageId, version].join('/')
          return [key, { ...change, version, timestampMicros }] as const
        }),
    ),
  )
  if (changes.size === 0) return []
  const rows = [...changes.values()]
  const owned = sql`unnest(${rows.map((row) => row.tokenDataId)}::text[], ${rows.map((row) => row.propertyVersionV1)}::numeric[],
    ${rows.map((row) => row.ownerAddress)}::text[], ${rows.map((row) => row.storageId)}::text[],
    ${rows.map((row) => row.version)}::bigint[], ${rows.map((row) => row.timestampMicros)}::bigint[],
    ${rows.map((row) => row.amount)}::numeric[])
    as o (token_data_id, property_version, owner, storage, version, at_micros, amount)`
  const { rows: found } = await sql<Held<PlaceFact>>`
    with o as materialized (select * from ${owned})
    select k.wallet, k.token_data_id, k.property_version, o.version, o.at_micros, nullif(o.storage, k.token_data_id) as place,
      o.amount, earlier.amount as before
    from o join market.lot_states k on k.wallet = o.owner and k.token_data_id = o.token_data_id
      and k.property_version = o.property_version
    left join lateral (
      select e.amount from market.ownership_events e where e.token_data_id = k.token_data_id
        and e.property_version = k.property_version and e.owner_address = k.wallet and e.storage_id = o.storage
        and e.version <= k.version
      order by e.version desc limit 1) earlier on true
    where not exists (select from ${listingOfOwner(sql`k.wallet`)} l where l.token_data_id = k.token_data_id)
    union all
    select k.wallet, k.token_data_id, k.property_version, o.version, o.at_micros, l.listing_id, o.amount, earlier.amount
    from o join lateral ${listingOfOwner(sql`o.owner`)} l on l.token_data_id = o.token_data_id and l.property_version = o.property_version
    join market.lot_states k on k.wallet = l.seller and k.token_data_id = o.token_data_id and k.property_version = o.property_version
    left join lateral (
      select e.amount from chain.current_token_ownerships_v2 s cross join lateral (
        select e.amount, e.version from market.ownership_events e where e.token_data_id = s.token_data_id
          and e.property_version = s.property_version_v1 and e.owner_address = s.owner_address and e.storage_id = s.storage_id
          and e.version <= k.version
        order by e.version desc limit 1) e
      where s.token_data_id = k.token_data_id and s.property_version_v1 = k.property_version and s.owner_address = l.listing_id
      order by e.version desc limit 1) earlier on true`.execute(db)
  return found
}

/** Reads v1 listings, see `readHoldingFacts`. */
async function readListedV1(
  db: Executor,
  later: readonly OrderEventRow[],
  holdings: readonly ContinuedHolding[],
): Promise<readonly Held<PlaceFact>[]> {
  const tokens = new Set(holdings.flatMap(({ is_v1, state }) => (is_v1 ? state.token_data_id : [])))
  const listed = later.filter(
    ({ book, token_standard, token_data_id }) =>
      book === 'listing' && token_standard === 'v1' && token_data_id !== null && tokens.has(token_data_id),
  )
  if (listed.length === 0) return []
  const last = new Map(
    listed.toSorted(compareEvents).map((event) => {
      const { marketplace, order_id, seller, token_data_id, property_version, version } = event
      return [[marketplace, order_id, seller, token_data_id, property_version, version].join('\u0000'), event]
    }),
  )
  const rows = [...last.values()]
  const placed = sql`unnest(${rows.map((row) => row.marketplace)}::text[], ${rows.map((row) => row.order_id)}::text[],
    ${rows.map((row) => row.seller)}::text[], ${rows.map((row) => row.token_data_id)}::text[],
    ${rows.map((row) => row.property_version)}::numeric[], ${rows.map((row) => row.version)}::bigint[],
    ${rows.map((row) => row.at_micros)}::bigint[], ${rows.map((row) => (row.action === 'placed' ? 1n : 0n))}::numeric[])
    as e (marketplace, order_id, seller, token_data_id, property_version, version, at_micros, amount)`
  const { rows: found } = await sql<Held<PlaceFact>>`
    select k.wallet, k.token_data_id, k.property_version, e.version, e.at_micros, e.marketplace || '/' || e.order_id as place,
      e.amount, earlier.amount as before
    from ${placed} join market.lot_states k on k.wallet = e.seller and k.token_data_id = e.token_data_id
      and k.property_version = e.property_version
    left join lateral (
      select case p.action when 'placed' then 1 else 0 end::numeric as amount from market.order_events p
      where p.token_data_id = k.token_data_id and p.seller = k.wallet and p.order_id = e.order_id
        and p.marketplace = e.marketplace and p.property_version = k.property_version
        and p.book = 'listing' and p.token_standard = 'v1' and p.version <= k.version
      order by p.version desc, p.event_index desc limit 1) earlier on true`.execute(db)
  return found
}

/** Reads the sales of the batch, of each both sides. */
async function readSales(db: Executor, later: readonly OrderEventRow[]): Promise<readonly Held<SaleFact>[]> {
  const versions = [...new Set(later.filter((event) => event.action === 'filled').map((event) => event.version))]
  if (versions.length === 0) return []
  const { rows } = await sql<SaleFact & Omit<WalletToken, 'wallet'>>`
    select version, at_micros, event_index, source, token_data_id, property_version, seller, buyer, price_octas, commission_octas,
      royalty_octas
    from market.sales where version = any(${versions}::bigint[])`.execute(db)
  return rows.flatMap((sale) => [...new Set([sale.seller, sale.buyer])].map((wallet) => ({ ...sale, wallet })))
}
