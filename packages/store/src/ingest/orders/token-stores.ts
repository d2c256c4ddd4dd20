import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type TokenStoreRow, tokenStores } from '../../schema/tokens.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import type { OrderKey } from './touched-orders.ts'

/** Writes which wallets take v1 tokens that are sent to them. */
export const tokenStoresPhase = definePhase({
  name: 'token-stores',
  needs: { decoded: decodePhase },
  writes: ['market.token_stores'],
  compute: ({ decoded }): readonly TokenStoreRow[] => {
    const last = new Map<string, TokenStoreRow>()
    for (const { transaction, tokens } of decoded.transactions)
      for (const { owner, acceptsTransfers } of tokens.tokenStores ?? [])
        last.set(owner, { wallet: owner, accepts_transfers: acceptsTransfers, last_version: transaction.version })
    return [...last.values()]
  },
  write: (db, rows) => [writeRows(db, tokenStores, rows, { newer: 'last_version' })],
})

/**
 * The condition that selling into an offer `o` sends a v1 token to the bidder: our own contract does, others are not known to.
 * @source contracts/marketplace/sources/token_offer.move, collection_offer.move
 */
const SENDS_TOKEN_V1: Readonly<Record<'token_offers' | 'collection_offers', RawBuilder<boolean>>> = {
  token_offers: sql`o.token_standard = 'v1' and exists (
    select from market.marketplaces v where v.marketplace = o.marketplace and v.is_native)`,
  collection_offers: sql`exists (select from market.marketplaces v where v.marketplace = o.marketplace and v.is_native)
    and exists (select from chain.current_collections_v2 c where c.collection_id = o.collection_id and c.token_standard = 'v1')`,
}

const ACCEPTS = sql`coalesce((select s.accepts_transfers from market.token_stores s where s.wallet = o.buyer), true)`

/** Reads the collections of open offers whose bidders begin or cease to take tokens with the given rows; null for an unknown one. */
export async function readTurnedOffers(
  db: Executor,
  stores: readonly TokenStoreRow[],
): Promise<readonly (string | null)[]> {
  if (stores.length === 0) return []
  const turned = (table: keyof typeof SENDS_TOKEN_V1) => sql`
    select o.collection_id from unnest(${stores.map((row) => row.wallet)}::text[],
      ${stores.map((row) => row.accepts_transfers)}::boolean[]) as turned (wallet, accepts)
    join market.${sql.raw(table)} o on o.buyer = turned.wallet and o.state = 'open'
      and o.validity = case when turned.accepts then 'bidder-refuses' else 'valid' end
    where ${SENDS_TOKEN_V1[table]}`
  const { rows } = await sql<{ collection_id: string | null }>`
    ${turned('token_offers')} union ${turned('collection_offers')}`.execute(db)
  return rows.map((row) => row.collection_id)
}

/** Settles whether bidders take what the given offers, and all open ones of the given wallets, would send them. */
export function settleRefusals(
  db: Executor,
  orders: readonly OrderKey[],
  wallets: readonly string[],
): readonly Promise<unknown>[] {
  const ids = orders.filter((order) => order.book !== 'listing').map((order) => order.order_id)
  if (ids.length === 0 && wallets.length === 0) return []
  const settle = (table: keyof typeof SENDS_TOKEN_V1, returned: RawBuilder<unknown>) => sql`
    update market.${sql.raw(table)} o set validity = case when ${ACCEPTS} then 'valid' else 'bidder-refuses' end
    where o.state = 'open' and (o.buyer = any(${wallets}::text[]) or o.offer_id = any(${ids}::text[]))
      and o.validity = case when ${ACCEPTS} then 'bidder-refuses' else 'valid' end
      and ${SENDS_TOKEN_V1[table]} ${returned}`
  return [
    sql`with settled as (${settle('token_offers', sql`returning o.token_data_id, o.collection_id`)})
      insert into market.token_list_item_queue (token_data_id, collection_id)
      select token_data_id, collection_id from settled`.execute(db),
    settle('collection_offers', sql``).execute(db),
  ]
}
