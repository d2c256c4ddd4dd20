import { DAY_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type FundingRow, fundings } from '../../schema/points.ts'
import { definePhase } from '../define-phase.ts'
import type { EventKey } from '../orders/fold-order.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { type Payment, paymentsOf } from './payments-of.ts'

/** Age up to which a payment counts: half a year. */
const WINDOW_MICROS = 180n * DAY_MICROS
/** Payments in which the buyer took part count from a tenth of the price on. */
const PRICE_DIVISOR = 10n

/**
 * Selects the keys of those sales that are wash trades by the payments between their seller and their buyer in the half year before:
 * they are a tenth of the price or more and the buyer made one of them, or the seller paid the buyer the whole price, which the sale
 * brings back. Smaller payments of the seller alone do not count: anyone can send a little to any wallet. What was paid before a sale,
 * less what was paid before its half year, is read from stored sums: it costs the same however often two wallets have paid each other.
 * The chain's time never goes back, so the latter is a part of the former.
 * @param sales selects rows with version, event_index, seller, buyer, price_octas and at_micros.
 * @source docs/reference/glossary.md (wash trade)
 */
export function fundedSql(sales: RawBuilder<unknown>): RawBuilder<EventKey> {
  return sql<EventKey>`
    select s.version, s.event_index from (${sales}) s
    cross join lateral (
      select ${paidSql('s.seller', 's.buyer')} as to_buyer, ${paidSql('s.buyer', 's.seller')} as to_seller offset 0
    ) paid
    where s.seller <> s.buyer
      and ((paid.to_buyer > 0 and paid.to_buyer >= s.price_octas)
        or (paid.to_seller > 0 and (paid.to_seller + paid.to_buyer) * ${PRICE_DIVISOR}::numeric >= s.price_octas))`
}

/** Returns what one side of the sale `s` paid the other in the half year before it. */
function paidSql(payer: string, payee: string): RawBuilder<bigint> {
  const between = sql`f.payer = ${sql.ref(payer)} and f.payee = ${sql.ref(payee)}`
  return sql`coalesce((select f.total_octas from market.fundings f where ${between} and f.version < s.version
        order by f.version desc limit 1), 0)
      - coalesce((select f.total_octas from market.fundings f where ${between}
        and f.at_micros < s.at_micros - ${WINDOW_MICROS}::bigint order by f.at_micros desc, f.version desc limit 1), 0)`
}

/** Records payments of APT from wallet to wallet, with the sums up to each. @returns those that were not stored before. */
export const fundingsPhase = definePhase({
  name: 'fundings',
  needs: { decoded: decodePhase },
  reads: ['market.fundings'],
  writes: ['market.fundings'],
  read: async (db, { batch: { state = [] }, decoded: { transactions } }) => {
    const traded = new Map(transactions.map((indexed) => [indexed.transaction.version, indexed]))
    const found = state.flatMap((changes) => paymentsOf(changes, traded.get(changes.version)))
    return { found, stored: await readStored(db, found) }
  },
  compute: (_given, { found, stored }) => {
    const known = new Map(stored.map((row) => [keyOf(row), row]))
    const rows = sumPayments(found, stored)
    return {
      added: rows.filter((row) => !known.has(keyOf(row))),
      written: rows.filter((row) => known.get(keyOf(row))?.total_octas !== row.total_octas),
    }
  },
  write: (db, { written }) => [writeRows(db, fundings, written, 'overwrite')],
})

/**
 * Sums payments of each pair of wallets up to each of them, in the chain's order.
 * @param stored of each pair with new payments: the last one before them, and all later ones, whose sums they raise.
 */
function sumPayments(found: readonly Payment[], stored: readonly FundingRow[]): readonly FundingRow[] {
  const storedOf = Map.groupBy(stored, pairOf)
  return [...Map.groupBy(found, pairOf)].flatMap(([pair, payments]) => {
    const first = payments.reduce(
      (least, { version }) => (version < least ? version : least),
      payments[0]?.version ?? 0n,
    )
    const known = storedOf.get(pair) ?? []
    const later = known.filter(({ version }) => version >= first)
    const all = [...new Map([...payments, ...later].map((row) => [row.version, row])).values()]
    let total = known.find(({ version }) => version < first)?.total_octas ?? 0n
    return all
      .toSorted((one, other) => (one.version < other.version ? -1 : 1))
      .map(({ payer, payee, version, octas, at_micros }) => {
        total += octas
        return { payer, payee, version, octas, at_micros, total_octas: total }
      })
  })
}

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
  read: (db, { funded }) => readUnflagged(db, funded.added),
  compute: (_given, washed) => washed,
  write: (db, _washed, { funded }) => [flagSales(db, funded.added)],
})

/** Reads the last stored payment before the given ones of each pair of wallets, and all later ones. */
async function readStored(db: Executor, rows: readonly Payment[]): Promise<readonly FundingRow[]> {
  if (rows.length === 0) return []
  const { rows: stored } = await sql<FundingRow>`
    select f.* from (
      select payer, payee, min(version) as first
      from unnest(${rows.map((row) => row.payer)}::text[], ${rows.map((row) => row.payee)}::text[],
        ${rows.map((row) => row.version)}::bigint[]) as paid (payer, payee, version) group by payer, payee
    ) paid
    cross join lateral (
      (select * from market.fundings f where f.payer = paid.payer and f.payee = paid.payee and f.version < paid.first
        order by f.version desc limit 1)
      union all
      select * from market.fundings f where f.payer = paid.payer and f.payee = paid.payee and f.version >= paid.first
    ) f`.execute(db)
  return stored
}

async function readUnflagged(db: Executor, paid: readonly Payment[]): Promise<readonly WashedSale[]> {
  if (paid.length === 0) return []
  const { rows } = await sql<WashedSale>`
    select s.version, s.token_data_id, s.collection_id
    from (${fundedSql(unflaggedSql(paid))}) funded join market.sales s using (version, event_index)`.execute(db)
  return rows
}

async function flagSales(db: Executor, paid: readonly Payment[]): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update market.sales s set is_wash = true from (${fundedSql(unflaggedSql(paid))}) funded
    where s.version = funded.version and s.event_index = funded.event_index`.execute(db)
}

/** Selects the sales behind the first payment between both sides, in either direction, that are not flagged. */
function unflaggedSql(paid: readonly Payment[]): RawBuilder<unknown> {
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

function keyOf({ payer, payee, version }: Payment): string {
  return `${payer}/${payee}/${version}`
}

function pairOf({ payer, payee }: Payment): string {
  return `${payer}/${payee}`
}
