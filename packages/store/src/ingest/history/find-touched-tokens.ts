import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import type { IndexedTransaction } from '../batch.ts'
import type { WalletToken } from './holding-steps.ts'

/** A touched wallet and token with what is known of the token. */
export interface TouchedToken extends WalletToken {
  readonly collection_id: string | null
  /** Of the first standard, or not known to be of the second. */
  readonly is_v1: boolean
}

/**
 * Owners of the batch (a listing that owns stands for its seller), both sides of the orders, and everybody who ever held a
 * token that the batch describes. A listing that passed for an owner before it was known is among them.
 */
export async function findTouchedTokens(
  at: Statements,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<readonly TouchedToken[]> {
  const owned = batch.flatMap(({ tokens }) => tokens.ownerships)
  const sides = unique(events.flatMap(walletsOf))
  const listed = events.filter((event) => event.book === 'listing' && event.action === 'placed')
  const described = [...new Set(batch.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId)))]
  const { rows } = await sql<TouchedToken>`
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
    left join chain.current_token_datas_v2 t on t.token_data_id = k.token_data_id`.execute(at)
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
