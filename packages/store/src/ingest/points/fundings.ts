import type { FungibleActivity, StateChanges } from '@opal/domain/state-changes'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type FundingRow, fundings } from '../../schema/points.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'

/** Age up to which a payment counts: half a year. */
const WINDOW_MICROS = 180n * 24n * 3_600_000_000n
/** Payments in which the buyer took part count from a tenth of the price on. */
const PRICE_DIVISOR = 10n

/**
 * Returns the condition that a sale is a wash trade by the payments between its seller and its buyer in the half year before it: they
 * are a tenth of the price or more and the buyer made one of them, or the seller paid the buyer the whole price, which the sale brings
 * back. Smaller payments of the seller alone do not count: anyone can send a little to any wallet.
 * @param sale name of a row with seller, buyer, price_octas, version and at_micros.
 * @source docs/reference/glossary.md (wash trade)
 */
export function isFundedSql(sale: 's' | 'e'): RawBuilder<boolean> {
  const s = sql.raw(sale)
  return sql<boolean>`exists (
    select from (
      select coalesce(sum(f.octas) filter (where f.payer = ${s}.seller), 0) as to_buyer,
        coalesce(sum(f.octas) filter (where f.payer = ${s}.buyer), 0) as to_seller
      from market.fundings f
      where (f.payer, f.payee) in ((${s}.seller, ${s}.buyer), (${s}.buyer, ${s}.seller))
        and f.version < ${s}.version and f.at_micros >= ${s}.at_micros - ${WINDOW_MICROS}::bigint
    ) paid
    where (paid.to_buyer > 0 and paid.to_buyer >= ${s}.price_octas)
      or (paid.to_seller > 0 and (paid.to_seller + paid.to_buyer) * ${PRICE_DIVISOR}::numeric >= ${s}.price_octas)
  )`
}

/** Records payments of APT from wallet to wallet. @returns those that were not stored before. */
export const fundingsPhase = definePhase({
  name: 'fundings',
  needs: { decoded: decodePhase },
  reads: ['market.fundings'],
  writes: ['market.fundings'],
  read: async (db, { batch: { state = [] }, decoded: { transactions } }) => {
    const traded = new Map(transactions.map((indexed) => [indexed.transaction.version, indexed]))
    const found = state.flatMap((changes) => fundingsOf(changes, traded.get(changes.version)))
    return { found, stored: await readStored(db, found) }
  },
  compute: (_given, { found, stored }) => {
    const known = new Set(stored.map(keyOf))
    return found.filter((row) => !known.has(keyOf(row)))
  },
  write: (db, rows) => [writeRows(db, fundings, rows, 'keep')],
})

/** A sale that is flagged after it was written, and the token and collection whose last sale it may have been. */
interface WashedSale {
  readonly version: bigint
  readonly token_data_id: string
  readonly collection_id: string | null
}

/** Flags stored sales as wash trades when earlier payments become known. @returns those flagged now. */
export const washSalesPhase = definePhase({
  name: 'wash-sales',
  needs: { funded: fundingsPhase },
  reads: ['market.fundings'],
  readsBefore: ['market.sales'],
  writes: ['market.sales'],
  read: (db, { funded }) => readUnflagged(db, funded),
  compute: (_given, washed) => washed,
  write: (db, _washed, { funded }) => [flagSales(db, funded)],
})

async function readStored(db: Executor, rows: readonly FundingRow[]): Promise<readonly FundingRow[]> {
  if (rows.length === 0) return []
  const { rows: stored } = await sql<FundingRow>`
    select f.* from unnest(${rows.map((row) => row.payer)}::text[], ${rows.map((row) => row.payee)}::text[],
      ${rows.map((row) => row.version)}::bigint[]) as paid (payer, payee, version)
    join market.fundings f using (payer, payee, version)`.execute(db)
  return stored
}

async function readUnflagged(db: Executor, paid: readonly FundingRow[]): Promise<readonly WashedSale[]> {
  if (paid.length === 0) return []
  const { rows } = await sql<WashedSale>`
    select distinct s.version, s.token_data_id, s.collection_id from market.sales s, ${sidesSql(paid)}
    where ${isUnflagged} and ${isFundedSql('s')}`.execute(db)
  return rows
}

async function flagSales(db: Executor, paid: readonly FundingRow[]): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update market.sales s set is_wash = true from ${sidesSql(paid)} where ${isUnflagged} and ${isFundedSql('s')}`.execute(
    db,
  )
}

/** Returns both wallets of each payment as seller and buyer, in either order. */
function sidesSql(paid: readonly FundingRow[]): RawBuilder<unknown> {
  const [payers, payees] = [paid.map((row) => row.payer), paid.map((row) => row.payee)]
  const versions = paid.map((row) => row.version)
  return sql`unnest(${[...payers, ...payees]}::text[], ${[...payees, ...payers]}::text[], ${[...versions, ...versions]}::bigint[])
    as pair (seller, buyer, version)`
}

const isUnflagged = sql`s.seller = pair.seller and s.buyer = pair.buyer and s.version > pair.version and not s.is_wash`

function keyOf({ payer, payee, version }: FundingRow): string {
  return `${payer}/${payee}/${version}`
}

const APT: ReadonlySet<string> = new Set([
  '0x1::aptos_coin::AptosCoin',
  '0x000000000000000000000000000000000000000000000000000000000000000a',
])
/** Events that change a balance. Events of one family never describe the same change of APT. */
const MOVES: Readonly<Record<string, { readonly family: string; readonly sign: bigint }>> = {
  '0x1::coin::WithdrawEvent': { family: 'coin-handle', sign: -1n },
  '0x1::coin::DepositEvent': { family: 'coin-handle', sign: 1n },
  '0x1::coin::CoinWithdraw': { family: 'coin-module', sign: -1n },
  '0x1::coin::CoinDeposit': { family: 'coin-module', sign: 1n },
  '0x1::fungible_asset::WithdrawEvent': { family: 'asset-handle', sign: -1n },
  '0x1::fungible_asset::DepositEvent': { family: 'asset-handle', sign: 1n },
  '0x1::fungible_asset::Withdraw': { family: 'asset-module', sign: -1n },
  '0x1::fungible_asset::Deposit': { family: 'asset-module', sign: 1n },
}
/** A transaction between more pairs of wallets counts as no payment, such as an airdrop. */
const MAX_PAIRS = 1_000

/**
 * Returns the payments of one transaction, by the changes of balances, whatever function was called. A trade is none, and a wallet that
 * received a token in the transaction pays for that.
 */
export function fundingsOf(
  { version, timestampMicros, fungible }: StateChanges,
  traded: Pick<IndexedTransaction, 'market' | 'tokens'> | undefined,
): readonly FundingRow[] {
  if (traded !== undefined && traded.market.length > 0) return []
  const served = new Set<string>(
    traded?.tokens.ownerships.flatMap(({ ownerAddress, amount }) => (amount > 0n ? [ownerAddress] : [])),
  )
  const net = [...netOf(fungible.activities)]
  const payers = net.filter(([owner, octas]) => octas < 0n && !served.has(owner))
  const payees = net.filter(([, octas]) => octas > 0n)
  if (payers.length * payees.length > MAX_PAIRS) return []
  return payers.flatMap(([payer, paid]) =>
    payees.map(([payee, got]) => ({
      payer,
      payee,
      version,
      octas: -paid < got ? -paid : got,
      at_micros: timestampMicros,
    })),
  )
}

/**
 * Returns by how much each wallet's APT changed, without gas. A change may be emitted twice, on a handle and as a module event: the
 * family with the larger sum counts.
 */
function netOf(activities: readonly FungibleActivity[]): ReadonlyMap<string, bigint> {
  const byFamily = new Map<string, Map<string, bigint>>()
  for (const { type, ownerAddress, assetType, amount, isGasFee } of activities) {
    const move = MOVES[type]
    if (move === undefined || isGasFee || ownerAddress === null || amount === null) continue
    if (assetType === null || !APT.has(assetType)) continue
    const sums = byFamily.get(move.family) ?? new Map<string, bigint>()
    sums.set(ownerAddress, (sums.get(ownerAddress) ?? 0n) + move.sign * amount)
    byFamily.set(move.family, sums)
  }
  const of = (family: string, owner: string) => byFamily.get(family)?.get(owner) ?? 0n
  const owners = new Set([...byFamily.values()].flatMap((sums) => [...sums.keys()]))
  return new Map(
    [...owners].map((owner) => [
      owner,
      larger(of('coin-handle', owner), of('coin-module', owner)) +
        larger(of('asset-handle', owner), of('asset-module', owner)),
    ]),
  )
}

function larger(a: bigint, b: bigint): bigint {
  return (a < 0n ? -a : a) >= (b < 0n ? -b : b) ? a : b
}
