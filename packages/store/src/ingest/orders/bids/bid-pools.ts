import type { PoolChange } from '@opal/domain/market-event'
import { sql } from 'kysely'
import type { Executor } from '../../../driver/pipelining.ts'
import { writeRows } from '../../../driver/write-rows.ts'
import { type BidPoolRow, bidPools, HELD_FOR_MICROS, type PoolRaisedRow, poolsRaised } from '../../../schema/orders.ts'
import type { IndexedTransaction } from '../../batch.ts'
import { definePhase } from '../../define-phase.ts'
import { decodePhase } from '../../tokens/known-tokens.ts'

/** A pool as it is stored; the fields of {@link PoolRaisedRow} are null where it was not raised lately. */
type StoredPool = BidPoolRow & {
  readonly [Column in 'raised_at_micros' | 'held_octas']: PoolRaisedRow[Column] | null
}
type ChangedPool = BidPoolRow & { readonly raised: PoolRaisedRow | null }

/** Writes the balances of bid pools, and for pools with recent deposits the amount held for a full hour. Outputs one row for each changed pool. */
export const bidPoolsPhase = definePhase({
  name: 'bid-pools',
  needs: { decoded: decodePhase },
  readsBefore: ['market.bid_pools', 'market.pools_raised'],
  writes: ['market.bid_pools', 'market.pools_raised'],
  read: (db, { decoded }) => readPools(db, changesIn(decoded.transactions)),
  compute: ({ decoded }, stored): readonly ChangedPool[] => {
    const changed = new Map<string, ChangedPool>()
    for (const change of changesIn(decoded.transactions)) {
      const key = keyOf(change)
      const known = stored.get(key) ?? null
      // Batches contain whole transactions: of several changes in one, the last is the balance.
      if (known === null || change.version > known.last_version)
        changed.set(key, changedPool(changed.get(key) ?? known, change))
    }
    return [...changed.values()]
  },
  write: (db, pools) => [
    writeRows(db, bidPools, pools, { newer: 'last_version' }),
    ...(pools.length > 0 ? [deleteRaisedBefore(db, pools)] : []),
    writeRows(
      db,
      poolsRaised,
      pools.flatMap(({ raised }) => raised ?? []),
      'overwrite',
    ),
  ],
})

/** Returns a pool after a change. */
function changedPool(before: ChangedPool | null, change: PoolChange): ChangedPool {
  const { marketplace, wallet, balanceOctas: balance_octas, version, atMicros } = change
  return {
    marketplace,
    wallet,
    balance_octas,
    last_version: version,
    last_at_micros: atMicros,
    raised: raisedBy(before, change),
  }
}

/** Returns the row of a pool with a recent deposit, with the amount that it has held for an hour; null where that is its whole balance. */
function raisedBy(before: ChangedPool | null, change: PoolChange): PoolRaisedRow | null {
  const { marketplace, wallet, balanceOctas, atMicros } = change
  const [balance, raised] = [before?.balance_octas ?? 0n, before?.raised ?? null]
  if (balanceOctas <= balance)
    return raised === null ? null : { ...raised, held_octas: least(raised.held_octas, balanceOctas) }
  const isRecent = raised !== null && atMicros - raised.raised_at_micros < HELD_FOR_MICROS
  return { marketplace, wallet, raised_at_micros: atMicros, held_octas: isRecent ? raised.held_octas : balance }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Deletes rows of deposits that are more than an hour older than these changes. */
async function deleteRaisedBefore(db: Executor, changes: readonly BidPoolRow[]): Promise<void> {
  const newest = changes.reduce((latest, { last_at_micros: at }) => (at > latest ? at : latest), 0n)
  await sql`delete from market.pools_raised where raised_at_micros <= ${newest - HELD_FOR_MICROS}`.execute(db)
}

/** Returns the changes of pools in the chain's order. */
function changesIn(transactions: readonly IndexedTransaction[]): readonly PoolChange[] {
  return transactions.flatMap(({ pools = [] }) => pools).toSorted(compareChanges)
}

/** Reads the changing pools as they are stored. */
async function readPools(db: Executor, changes: readonly PoolChange[]): Promise<ReadonlyMap<string, ChangedPool>> {
  if (changes.length === 0) return new Map()
  const { rows } = await sql<StoredPool>`
    select p.*, r.raised_at_micros, r.held_octas from market.bid_pools p
    left join market.pools_raised r on r.marketplace = p.marketplace and r.wallet = p.wallet
    where (p.marketplace, p.wallet) in (select * from unnest(${changes.map(({ marketplace }) => marketplace)}::text[],
      ${changes.map(({ wallet }) => wallet)}::text[]))`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), { ...row, raised: toRaised(row) }]))
}

function toRaised({ marketplace, wallet, raised_at_micros, held_octas }: StoredPool): PoolRaisedRow | null {
  if (raised_at_micros === null || held_octas === null) return null
  return { marketplace, wallet, raised_at_micros, held_octas }
}

function keyOf({ marketplace, wallet }: Pick<BidPoolRow, 'marketplace' | 'wallet'>): string {
  return `${marketplace} ${wallet}`
}

function compareChanges(a: PoolChange, b: PoolChange): number {
  if (a.version !== b.version) return a.version < b.version ? -1 : 1
  return a.eventIndex - b.eventIndex
}
