import {
  type ContinuedLots,
  continueLots,
  type HoldingStep,
  type Lot,
  type LotsSoFar,
} from '@opal/domain/portfolio/lots'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import {
  type LotRow,
  type LotStateRow,
  lotStates,
  lots,
  type TokenHolderRow,
  tokenHolders,
} from '../../schema/history.ts'
import { definePhase } from '../define-phase.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { holdingChanges } from './changed-since.ts'
import { holdingKey, keysSql, readHoldingFacts, toHoldingSteps } from './holdings.ts'
import { readLaterFacts } from './later-holdings.ts'
import { firstVersion, type TouchedHolding, touchedPhase } from './touched.ts'

/** Number of the oldest open lots that are read at first: more are needed only when many items leave at once. */
const OLDEST_LOTS = 50
/** Factor by which more lots are read each time there were too few: of a hundred thousand lots, little more than those that leave are read. */
const MORE_LOTS = 20

/** A holding with what is known of it before the batch, and the steps that follow. */
interface HoldingFold {
  readonly holding: TouchedHolding
  readonly steps: readonly HoldingStep[]
  /** Stored lots that the steps may change. */
  readonly stored: readonly LotRow[]
  readonly soFar: LotsSoFar
  readonly state: LotStateRow | null
  /** The stored row, if there is one. */
  readonly holder: readonly TokenHolderRow[]
}

/**
 * Folds the lots of the touched wallets and tokens, and the resulting holders and amounts: on from where they were
 * folded when the batch is later, or from the beginning.
 */
export const lotsPhase = definePhase({
  name: 'lots',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase, touched: touchedPhase },
  reads: [
    'market.ownership_events',
    'chain.current_token_ownerships_v2',
    'market.listings',
    'market.order_events',
    'market.sales',
    'market.activities',
    'market.mint_costs',
    'market.lots',
    'market.lot_states',
  ],
  writes: ['market.lots', 'market.lot_states', 'market.token_holders'],
  read: async (db, { batch: { isWhole }, decoded: { transactions }, histories: { events }, touched: { holdings } }) => {
    const later = { since: firstVersion(transactions) ?? 0n, transactions, events }
    const continued = holdings.flatMap((holding) =>
      holding.state === null ? [] : [{ ...holding, state: holding.state }],
    )
    const whole = holdings.filter((holding) => holding.state === null)
    const [wholeFolds, folds] = await Promise.all([
      readWholeFolds(db, whole, isWhole),
      readContinuedFolds(db, continued, readLaterFacts(db, continued, later)),
    ])
    return [...wholeFolds, ...folds]
  },
  compute: (_given, folds) => {
    const after = folds.map((fold) => ({ ...fold, ...foldOf(fold) }))
    const replacement = compareRows(
      lots,
      folds.flatMap((fold) => fold.stored),
      after.flatMap(({ holding, lots: folded }) => folded.map((lot) => toLotRow(holding, lot))),
    )
    return {
      lots: replacement,
      states: compareRows(
        lotStates,
        folds.flatMap((fold) => fold.state ?? []),
        after.flatMap((fold) => toState(fold) ?? []),
      ),
      holders: compareRows(
        tokenHolders,
        folds.flatMap((fold) => fold.holder),
        after.flatMap((fold) => toHolder(fold.holding, fold.inHand)),
      ),
      /** Wallets and collections whose holdings change. */
      pairs: holdingChanges(replacement),
    }
  },
  write: (db, replaced) => [
    writeReplacement(db, lots, replaced.lots),
    writeReplacement(db, lotStates, replaced.states),
    writeReplacement(db, tokenHolders, replaced.holders),
  ],
})

const NO_LOTS: LotsSoFar = { open: [], oldest: 0, isWhole: true, inHand: 0n }

async function readWholeFolds(
  db: Executor,
  holdings: readonly TouchedHolding[],
  isNew = false,
): Promise<readonly HoldingFold[]> {
  if (holdings.length === 0) return []
  const [facts, stored, states] = await Promise.all([
    readHoldingFacts(db, holdings),
    isNew ? [] : readLots(db, holdings),
    isNew ? [] : readStates(db, holdings),
  ])
  const [storedOf, stateOf] = [
    Map.groupBy(stored, holdingKey),
    new Map(states.map((state) => [holdingKey(state), state])),
  ]
  return holdings.flatMap((holding, index) => {
    const known = facts[index]
    const rows = storedOf.get(holdingKey(holding)) ?? []
    const state = stateOf.get(holdingKey(holding)) ?? null
    const holder = toHolders(rows)
    return known === undefined
      ? []
      : [{ holding, steps: toHoldingSteps(known), stored: rows, soFar: NO_LOTS, state, holder }]
  })
}

async function readContinuedFolds(
  db: Executor,
  holdings: readonly TouchedHolding[],
  reading: ReturnType<typeof readLaterFacts>,
): Promise<readonly HoldingFold[]> {
  const [facts, stored] = await Promise.all([reading, readOpenLots(db, holdings, OLDEST_LOTS)])
  const toFold = (rows: ReadonlyMap<string, readonly LotRow[]>) => (holding: TouchedHolding, index: number) => {
    const [known, { state }] = [facts[index], holding]
    if (known === undefined || state === null) return []
    const mine = rows.get(holdingKey(holding)) ?? []
    const holder = toHolder(holding, state.in_hand)
    return [
      {
        holding,
        steps: toHoldingSteps(known),
        stored: mine,
        soFar: toLotsSoFar(mine, state, OLDEST_LOTS),
        state,
        holder,
      },
    ]
  }
  let folds = holdings.flatMap(toFold(Map.groupBy(stored, holdingKey)))
  for (let limit = OLDEST_LOTS * MORE_LOTS; ; limit *= MORE_LOTS) {
    const short = folds.filter(({ soFar, steps }) => !soFar.isWhole && continueLots(soFar, steps) === null)
    if (short.length === 0) return folds
    const keys = short.map(({ holding }) => holding)
    const read = Map.groupBy(await readOpenLots(db, keys, limit), holdingKey)
    folds = folds.map((fold) => {
      const rows = read.get(holdingKey(fold.holding))
      if (rows === undefined || fold.state === null) return fold
      return { ...fold, stored: rows, soFar: toLotsSoFar(rows, fold.state, limit) }
    })
  }
}

/** @param limit how many of the oldest lots were read. */
function toLotsSoFar(rows: readonly LotRow[], { in_hand }: LotStateRow, limit: number): LotsSoFar {
  const open = rows.map(toLot)
  const isWhole = open.length < limit
  return { open, oldest: isWhole ? open.length : limit, isWhole, inHand: in_hand }
}

function foldOf({ soFar, steps }: HoldingFold): ContinuedLots {
  const folded = continueLots(soFar, steps)
  if (folded === null) throw new Error('lots are folded without all that they need')
  return folded
}

/** Reads the lots of each key. In the order of the primary key: a plan by another index would go through all lots of a wallet. */
async function readLots(db: Executor, keys: readonly TouchedHolding[]): Promise<readonly LotRow[]> {
  const { rows } = await sql<LotRow>`
    select l.* from ${keysSql(keys)} cross join lateral (
      select * from market.lots l where l.wallet = k.wallet and l.token_data_id = k.token_data_id
        and l.property_version = k.property_version
      order by l.wallet, l.token_data_id, l.property_version, l.acquired_version, l.lot_index offset 0) l`.execute(db)
  return rows
}

async function readStates(db: Executor, keys: readonly TouchedHolding[]): Promise<readonly LotStateRow[]> {
  const { rows } = await sql<LotStateRow>`
    select s.* from ${keysSql(keys)} join market.lot_states s using (wallet, token_data_id, property_version)`.execute(
    db,
  )
  return rows
}

/** Reads the oldest open lots of each key, and those in transit, in order. */
async function readOpenLots(db: Executor, keys: readonly TouchedHolding[], limit: number): Promise<readonly LotRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<LotRow>`
    select l.* from ${keysSql(keys)} cross join lateral (
      select * from market.lots l where l.wallet = k.wallet and l.token_data_id = k.token_data_id
        and l.property_version = k.property_version and l.released_version is null
      order by l.acquired_version, l.lot_index limit ${limit}::bigint) l
    union
    select l.* from ${keysSql(keys)} join market.lots l using (wallet, token_data_id, property_version)
    where l.is_in_transit
    order by acquired_version, lot_index`.execute(db)
  return rows
}

/** Sums amounts by holder, over the lots that are not released. */
function toHolders(rows: readonly LotRow[]): readonly TokenHolderRow[] {
  const holders = new Map<string, TokenHolderRow>()
  for (const lot of rows) {
    if (lot.released_version !== null || lot.is_in_transit) continue
    const { wallet: holder, token_data_id, property_version, collection_id } = lot
    const key = holdingKey(lot)
    const amount = (holders.get(key)?.amount ?? 0n) + lot.amount
    holders.set(key, { token_data_id, property_version, holder, collection_id, amount })
  }
  return [...holders.values()]
}

function toHolder(holding: TouchedHolding, amount: bigint): readonly TokenHolderRow[] {
  const { wallet: holder, token_data_id, property_version, collection_id } = holding
  return amount > 0n ? [{ token_data_id, property_version, holder, collection_id, amount }] : []
}

/** Returns the state after the fold; null when nothing has happened yet. */
function toState({ holding, steps, inHand }: HoldingFold & ContinuedLots): LotStateRow | null {
  const { wallet, token_data_id, property_version, collection_id } = holding
  const last = steps.at(-1)
  if (last === undefined) return holding.state
  const { version, held } = last
  return { wallet, token_data_id, property_version, version, collection_id, held, in_hand: inHand }
}

function toLot(row: LotRow): Lot {
  return {
    version: row.acquired_version,
    index: row.lot_index,
    atMicros: row.acquired_at_micros,
    amount: row.amount,
    by: row.acquired_by as Lot['by'],
    costOctas: row.cost_octas,
    isInTransit: row.is_in_transit,
    release: null,
  }
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
