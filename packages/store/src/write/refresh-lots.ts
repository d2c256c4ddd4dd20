import { foldLots, type Lot } from '@opal/domain/portfolio/lots'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { type LotRow, lots } from '../tables/lots.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import { type TokenHolderRow, tokenHolders } from '../tables/token-holders.ts'
import type { IndexedTransaction } from './batch.ts'
import { findTouchedTokens, type TouchedToken } from './history/find-touched-tokens.ts'
import { toHoldingSteps } from './history/holding-steps.ts'
import { keysSql, readHoldingFacts } from './history/read-holding-facts.ts'
import { pipelined, type Statements } from './pipelined.ts'
import { replaceRows } from './replace-rows.ts'

/** A wallet and a collection of which it got or lost something. */
export interface WalletCollection {
  readonly wallet: string
  readonly collection_id: string
}

/**
 * Folds the lots of every wallet and token that the batch touches again, and who holds what of them in the end.
 * @param events all events of the orders that were folded again.
 * @returns whose holdings of which collections changed.
 */
export async function refreshLots(
  db: DatabaseTransaction,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<readonly WalletCollection[]> {
  const keys = await findTouchedTokens(db, batch, events)
  if (keys.length === 0) return []
  const { facts, stored } = await pipelined(db, async (at) => {
    const [facts, { rows: stored }] = await Promise.all([readHoldingFacts(at, keys), readLots(at, keys)])
    return { facts, stored }
  })
  const wanted = keys.flatMap((key, index) => {
    const known = facts[index]
    return known === undefined ? [] : foldLots(toHoldingSteps(known)).map((lot) => toLotRow(key, lot))
  })
  const [{ written, removed }] = await pipelined(db, (at) =>
    Promise.all([
      replaceRows(at, lots, stored, wanted),
      replaceRows(at, tokenHolders, toHolders(stored), toHolders(wanted)),
    ]),
  )
  return collectionsOf([...written, ...removed])
}

function readLots(at: Statements, keys: readonly TouchedToken[]) {
  return sql<LotRow>`
    select l.* from ${keysSql(keys)} join market.lots l using (wallet, token_data_id, property_version)`.execute(at)
}

/** Who holds how much: the lots that are in hand. */
function toHolders(rows: readonly LotRow[]): readonly TokenHolderRow[] {
  const holders = new Map<string, TokenHolderRow>()
  for (const { wallet, token_data_id, property_version, collection_id, amount, ...lot } of rows) {
    if (lot.released_version !== null || lot.is_in_transit) continue
    const key = `${wallet}/${token_data_id}/${property_version}`
    const sum = (holders.get(key)?.amount ?? 0n) + amount
    holders.set(key, { token_data_id, property_version, holder: wallet, collection_id, amount: sum })
  }
  return [...holders.values()]
}

function collectionsOf(rows: readonly LotRow[]): readonly WalletCollection[] {
  const pairs = new Map<string, WalletCollection>()
  for (const { wallet, collection_id } of rows)
    if (collection_id !== null) pairs.set(`${wallet}/${collection_id}`, { wallet, collection_id })
  return [...pairs.values()]
}

function toLotRow({ wallet, token_data_id, property_version, collection_id }: TouchedToken, lot: Lot): LotRow {
  return {
    wallet,
    token_data_id,
    property_version,
    acquired_version: lot.version,
    lot_index: lot.index,
    collection_id,
    amount: lot.amount,
    acquired_by: lot.by,
    acquired_at_micros: lot.atMicros,
    cost_octas: lot.costOctas,
    is_in_transit: lot.isInTransit,
    released_version: lot.release?.version ?? null,
    released_by: lot.release?.by ?? null,
    released_at_micros: lot.release?.atMicros ?? null,
    proceeds_octas: lot.release?.proceedsOctas ?? null,
  }
}
