import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import type { WalletToken } from './holdings.ts'

/** A touched wallet and token, with the token's standard and collection. */
export interface TouchedHolding extends WalletToken {
  readonly collection_id: string | null
  /** Of the v1 standard, or of an unknown one. */
  readonly is_v1: boolean
}

/** Finds tokens, their collections, and the wallets whose holdings of them must be folded again. */
export const touchedPhase = definePhase({
  name: 'touched',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase },
  reads: ['market.listings', 'chain.current_token_datas_v2'],
  readsBefore: ['market.lots'],
  read: async (db, { decoded: { transactions }, histories: { events } }) => {
    const tokens = touchedTokens(transactions, events)
    const [holdings, collections] = await Promise.all([
      readTouchedHoldings(db, transactions, events),
      readCollections(db, transactions, tokens),
    ])
    return { tokens, holdings, collections }
  },
  compute: (_given, touched) => touched,
})

/** Returns the tokens whose state or owner the transactions change, and those of the given listings. */
export function touchedTokens(
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

/**
 * Reads the owners in the batch, both sides of its orders, and all past holders of tokens that it describes. The seller
 * replaces a listing that owns a token; past holders include listings that were stored as owners before they were known.
 */
async function readTouchedHoldings(
  db: Executor,
  transactions: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<readonly TouchedHolding[]> {
  const owned = transactions.flatMap(({ tokens }) => tokens.ownerships)
  const sides = unique(events.flatMap(walletsOf))
  const listed = events.filter((event) => event.book === 'listing' && event.action === 'placed')
  const described = [
    ...new Set(transactions.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId))),
  ]
  const { rows } = await sql<TouchedHolding>`
    select k.*, t.collection_id, t.token_standard is distinct from 'v2' as is_v1 from (
      select unnest(${sides.map((side) => side.wallet)}::text[]) as wallet,
        unnest(${sides.map((side) => side.token_data_id)}::text[]) as token_data_id,
        unnest(${sides.map((side) => side.property_version)}::numeric[]) as property_version
      union
      select coalesce(l.seller, o.owner), o.token_data_id, o.property_version
      from unnest(${owned.map((change) => change.ownerAddress)}::text[],
        ${owned.map((change) => change.tokenDataId)}::text[], ${owned.map((change) => change.propertyVersionV1)}::numeric[])
        as o (owner, token_data_id, property_version)
      left join market.listings l on l.token_data_id = o.token_data_id and l.listing_id = o.owner
      union
      select l.wallet, l.token_data_id, l.property_version from market.lots l
      join unnest(${listed.map((event) => event.order_id)}::text[], ${listed.map((event) => event.token_data_id)}::text[])
        as listing (id, token_data_id) on l.wallet = listing.id and l.token_data_id = listing.token_data_id
      union
      select wallet, token_data_id, property_version from market.lots
      where token_data_id = any(${described}::text[]) and collection_id is null
    ) k
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
  return [...new Map(keys.map((key) => [`${key.wallet}/${key.token_data_id}/${key.property_version}`, key])).values()]
}

/** Reads collections of the tokens that the batch itself does not name. */
async function readCollections(
  db: Executor,
  transactions: readonly IndexedTransaction[],
  tokens: readonly string[],
): Promise<readonly string[]> {
  const named = new Map<string, string>(
    transactions.flatMap(({ tokens: changes }) =>
      changes.tokenDatas.map((data) => [data.tokenDataId, data.collectionId]),
    ),
  )
  const others = tokens.filter((token) => !named.has(token))
  if (others.length === 0) return [...named.values()]
  const { rows } = await sql<{ collection_id: string }>`
    select distinct collection_id from chain.current_token_datas_v2 where token_data_id = any(${others}::text[])`.execute(
    db,
  )
  return [...named.values(), ...rows.map((row) => row.collection_id)]
}
