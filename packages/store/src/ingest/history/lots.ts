import { foldLots, type Lot } from '@opal/domain/portfolio/lots'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { type LotRow, lots, type TokenHolderRow, tokenHolders } from '../../schema/history.ts'
import { definePhase } from '../define-phase.ts'
import { keysSql, readHoldingFacts, toHoldingSteps } from './holdings.ts'
import { type TouchedHolding, touchedPhase } from './touched.ts'

/** A wallet and a collection of which it gained or lost something. */
export interface WalletCollection {
  readonly wallet: string
  readonly collection_id: string
}

/** Folds the lots of the touched wallets and tokens again, and the resulting holders and amounts. */
export const lotsPhase = definePhase({
  name: 'lots',
  needs: { touched: touchedPhase },
  reads: [
    'market.ownership_events',
    'market.listings',
    'market.order_events',
    'market.sales',
    'market.activities',
    'market.mint_costs',
    'market.lots',
  ],
  writes: ['market.lots', 'market.token_holders'],
  read: async (db, { touched: { holdings } }) => {
    const [facts, stored] = await Promise.all([readHoldingFacts(db, holdings), readLots(db, holdings)])
    return { facts, stored }
  },
  compute: ({ touched: { holdings } }, { facts, stored }) => {
    const wanted = holdings.flatMap((holding, index) => {
      const known = facts[index]
      return known === undefined ? [] : foldLots(toHoldingSteps(known)).map((lot) => toLotRow(holding, lot))
    })
    const replacement = compareRows(lots, stored, wanted)
    return {
      lots: replacement,
      holders: compareRows(tokenHolders, toHolders(stored), toHolders(wanted)),
      /** Wallets and collections whose holdings change. */
      pairs: collectionsOf([...replacement.written, ...replacement.before]),
    }
  },
  write: (db, replaced) => [
    writeReplacement(db, lots, replaced.lots),
    writeReplacement(db, tokenHolders, replaced.holders),
  ],
})

async function readLots(db: Executor, keys: readonly TouchedHolding[]): Promise<readonly LotRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<LotRow>`
    select l.* from ${keysSql(keys)} join market.lots l using (wallet, token_data_id, property_version)`.execute(db)
  return rows
}

/** Sums amounts by holder, over the lots that are not released. */
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

function toLotRow({ wallet, token_data_id, property_version, collection_id }: TouchedHolding, lot: Lot): LotRow {
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
