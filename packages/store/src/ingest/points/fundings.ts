import type { FungibleActivity, StateChanges } from '@opal/domain/state-changes'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { FundingRow } from '../../schema/points.ts'
import { definePhase } from '../define-phase.ts'

/** Records who first sent APT straight to whom. @returns pairs of which an earlier transfer than stored is known now. */
export const fundingsPhase = definePhase({
  name: 'fundings',
  reads: ['market.fundings'],
  writes: ['market.fundings'],
  read: async (db, { batch: { state = [] } }) => {
    const found = earliest(state.flatMap(fundingsOf))
    return { found, stored: await readStored(db, found) }
  },
  compute: (_given, { found, stored }) => {
    const known = new Map(stored.map((row) => [pairKey(row), row.version]))
    return found.filter((row) => row.version < (known.get(pairKey(row)) ?? row.version + 1n))
  },
  write: (db, rows) => [writeFundings(db, rows)],
})

/** Flags sales between two wallets of which one had funded the other before. @returns the versions of those flagged now. */
export const washSalesPhase = definePhase({
  name: 'wash-sales',
  needs: { funded: fundingsPhase },
  readsBefore: ['market.sales'],
  writes: ['market.sales'],
  read: (db, { funded }) => readUnflagged(db, funded),
  compute: (_given, versions) => versions,
  write: (db, _versions, { funded }) => [flagSales(db, funded)],
})

async function readStored(db: Executor, pairs: readonly FundingRow[]): Promise<readonly FundingRow[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<FundingRow>`
    select f.* from unnest(${pairs.map((pair) => pair.payer)}::text[], ${pairs.map((pair) => pair.payee)}::text[])
      as pair (payer, payee) join market.fundings f using (payer, payee)`.execute(db)
  return rows
}

async function writeFundings(db: Executor, rows: readonly FundingRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into market.fundings as stored (payer, payee, version)
    select * from unnest(${rows.map((row) => row.payer)}::text[], ${rows.map((row) => row.payee)}::text[],
      ${rows.map((row) => row.version)}::bigint[])
    on conflict (payer, payee) do update set version = excluded.version where excluded.version < stored.version`.execute(
    db,
  )
}

async function readUnflagged(db: Executor, pairs: readonly FundingRow[]): Promise<readonly bigint[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ version: bigint }>`
    select distinct s.version from market.sales s, ${sidesSql(pairs)} where ${isUnflagged}`.execute(db)
  return rows.map((row) => row.version)
}

async function flagSales(db: Executor, pairs: readonly FundingRow[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`update market.sales s set is_wash = true from ${sidesSql(pairs)} where ${isUnflagged}`.execute(db)
}

/** Either side of each pair as the seller. */
function sidesSql(pairs: readonly FundingRow[]): RawBuilder<unknown> {
  const [payers, payees] = [pairs.map((pair) => pair.payer), pairs.map((pair) => pair.payee)]
  const versions = pairs.map((pair) => pair.version)
  return sql`unnest(${[...payers, ...payees]}::text[], ${[...payees, ...payers]}::text[], ${[...versions, ...versions]}::bigint[])
    as pair (seller, buyer, version)`
}

const isUnflagged = sql`s.seller = pair.seller and s.buyer = pair.buyer and s.version > pair.version and not s.is_wash`

/** Returns one row of each pair, the earliest. */
function earliest(rows: readonly FundingRow[]): readonly FundingRow[] {
  const first = new Map<string, FundingRow>()
  for (const row of rows) {
    const known = first.get(pairKey(row))
    if (known === undefined || row.version < known.version) first.set(pairKey(row), row)
  }
  return [...first.values()]
}

function pairKey({ payer, payee }: FundingRow): string {
  return `${payer}/${payee}`
}

/** Calls that do nothing but send money from the sender to others. @source Aptos framework */
const TRANSFERS: ReadonlySet<string> = new Set([
  '0x1::aptos_account::transfer',
  '0x1::aptos_account::transfer_coins',
  '0x1::aptos_account::batch_transfer',
  '0x1::aptos_account::batch_transfer_coins',
  '0x1::aptos_account::transfer_fungible_assets',
  '0x1::aptos_account::fungible_transfer_only',
  '0x1::coin::transfer',
  '0x1::primary_fungible_store::transfer',
])
const APT: ReadonlySet<string> = new Set([
  '0x1::aptos_coin::AptosCoin',
  '0x000000000000000000000000000000000000000000000000000000000000000a',
])

/** Direct APT transfers of one transaction. */
function fundingsOf({ version, fungible }: StateChanges): readonly FundingRow[] {
  const moved = fungible.activities.filter(isTransfer)
  const ownersOf = (kind: RegExp) =>
    moved.flatMap(({ type, ownerAddress }) => (kind.test(type) && ownerAddress !== null ? [ownerAddress] : []))
  const [payers, payees] = [
    new Set(ownersOf(/::Withdraw(Event)?$|::CoinWithdraw$/)),
    new Set(ownersOf(/::Deposit(Event)?$|::CoinDeposit$/)),
  ]
  return [...payers].flatMap((payer) =>
    [...payees].flatMap((payee) => (payer === payee ? [] : [{ payer, payee, version }])),
  )
}

function isTransfer({ assetType, entryFunctionIdStr, isGasFee }: FungibleActivity): boolean {
  return (
    !isGasFee &&
    assetType !== null &&
    APT.has(assetType) &&
    entryFunctionIdStr !== null &&
    TRANSFERS.has(entryFunctionIdStr)
  )
}
