import type { FungibleActivity, StateChanges } from '@opal/domain/state-changes'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type FundingRow, fundings } from '../../schema/points.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import type { EventKey } from '../orders/fold-order.ts'
import { decodePhase } from '../tokens/known-tokens.ts'

/** Age up to which a payment counts: half a year. */
const WINDOW_MICROS = 180n * 24n * 3_600_000_000n
/** Payments in which the buyer took part count from a tenth of the price on. */
const PRICE_DIVISOR = 10n

/**
 * Selects the keys of those sales that are wash trades by the payments between their seller and their buyer in the half year before:
 * they are a tenth of the price or more and the buyer made one of them, or the seller paid the buyer the whole price, which the sale
 * brings back. Smaller payments of the seller alone do not count: anyone can send a little to any wallet. The payments of two wallets
 * are added up once for all their sales: what was paid before a sale, less what was paid before its half year. The chain's time never
 * goes back, so the latter is a part of the former.
 * @param sales selects rows with version, event_index, seller, buyer, price_octas and at_micros.
 * @source docs/reference/glossary.md (wash trade)
 */
export function fundedSql(sales: RawBuilder<unknown>): RawBuilder<EventKey> {
  return sql<EventKey>`
    with sale as materialized (
      select version, event_index, seller, price_octas, at_micros - ${WINDOW_MICROS}::bigint as since_micros,
        least(seller, buyer) as one, greatest(seller, buyer) as other
      from (${sales}) s where seller <> buyer
    ),
    point as (
      select pair.one, pair.other, f.version, f.at_micros, f.by_one, f.by_other,
        null::integer as event_index, null::text as seller, null::numeric as price_octas
      from (select one, other, max(version) as before, min(since_micros) as since from sale group by one, other) pair
      cross join lateral (
        select f.version, f.at_micros, f.octas as by_one, 0 as by_other from market.fundings f
        where f.payer = pair.one and f.payee = pair.other and f.version < pair.before and f.at_micros >= pair.since
        union all
        select f.version, f.at_micros, 0, f.octas from market.fundings f
        where f.payer = pair.other and f.payee = pair.one and f.version < pair.before and f.at_micros >= pair.since
      ) f
      union all
      select one, other, version, since_micros, 0, 0, event_index, seller, price_octas from sale
    ),
    paid as (
      select version, event_index, price_octas,
        case when seller = one then by_one else by_other end as to_buyer,
        case when seller = one then by_other else by_one end as to_seller
      from (
        select version, event_index, seller, price_octas, one,
          sum(by_one) over before_sale - sum(by_one) over before_window as by_one,
          sum(by_other) over before_sale - sum(by_other) over before_window as by_other
        from point
        -- A sale comes before the payments of its version, and of the first moment of its half year.
        window before_sale as (partition by one, other order by version, seller is null),
          before_window as (partition by one, other order by at_micros, seller is null)
      ) summed
      where seller is not null
    )
    select version, event_index from paid
    where (to_buyer > 0 and to_buyer >= price_octas)
      or (to_seller > 0 and (to_seller + to_buyer) * ${PRICE_DIVISOR}::numeric >= price_octas)`
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
    select s.version, s.token_data_id, s.collection_id
    from (${fundedSql(unflaggedSql(paid))}) funded join market.sales s using (version, event_index)`.execute(db)
  return rows
}

async function flagSales(db: Executor, paid: readonly FundingRow[]): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update market.sales s set is_wash = true from (${fundedSql(unflaggedSql(paid))}) funded
    where s.version = funded.version and s.event_index = funded.event_index`.execute(db)
}

/** Selects the sales behind the first payment between both sides, in either direction, that are not flagged. */
function unflaggedSql(paid: readonly FundingRow[]): RawBuilder<unknown> {
  const [payers, payees] = [paid.map((row) => row.payer), paid.map((row) => row.payee)]
  const versions = paid.map((row) => row.version)
  return sql`
    select s.* from (
      select seller, buyer, min(version) as version
      from unnest(${[...payers, ...payees]}::text[], ${[...payees, ...payers]}::text[], ${[...versions, ...versions]}::bigint[])
        as paid (seller, buyer, version)
      group by seller, buyer
    ) pair
    join market.sales s on s.seller = pair.seller and s.buyer = pair.buyer and s.version > pair.version and not s.is_wash`
}

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
