import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import type { FundingRow } from '../tables/fundings.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import { type SaleRow, sales } from '../tables/sales.ts'
import { firstOfEachSale } from './book/first-of-each-sale.ts'
import { writeRows } from './write-rows.ts'

/**
 * Writes one row per sale of the transactions in which the given events fill an order. All fills of those transactions
 * are looked at, since several may tell of one sale.
 * @returns versions of those transactions.
 */
export async function writeSales(
  db: DatabaseTransaction,
  events: readonly OrderEventRow[],
): Promise<readonly bigint[]> {
  const versions = [...new Set(events.filter((event) => event.action === 'filled').map((event) => event.version))]
  if (versions.length === 0) return versions
  const fills = await db
    .selectFrom('market.order_events')
    .selectAll()
    .where(sql<boolean>`version = any(${versions})`)
    .where('action', '=', 'filled')
    .execute()
  const found = firstOfEachSale(fills)
  const funded = await readFunded(db, found)
  // Another event may have become the first of its sale, as when a stopped venue goes on.
  await sql`delete from market.sales where version = any(${versions})`.execute(db)
  await writeRows(
    db,
    sales,
    found.flatMap((event) => toSaleRow(event, funded)),
    'overwrite',
  )
  return versions
}

function toSaleRow(event: OrderEventRow, funded: ReadonlyMap<string, bigint>): readonly SaleRow[] {
  const { token_data_id, seller, buyer } = event
  if (token_data_id === null || seller === null || buyer === null) return []
  return [
    {
      version: event.version,
      event_index: event.event_index,
      marketplace: event.marketplace,
      source: event.book,
      order_id: event.order_id,
      token_data_id,
      property_version: event.property_version,
      collection_id: event.collection_id,
      seller,
      buyer,
      price_octas: event.price_octas,
      commission_octas: event.commission_octas,
      royalty_octas: event.royalty_octas,
      is_wash: seller === buyer || (funded.get(pairOf(seller, buyer)) ?? event.version) < event.version,
      at_micros: event.at_micros,
    },
  ]
}

/** The version in which one side of each sale first sent APT straight to the other, whichever way. */
async function readFunded(
  db: DatabaseTransaction,
  fills: readonly OrderEventRow[],
): Promise<ReadonlyMap<string, bigint>> {
  const [sellers, buyers] = [fills.map((fill) => fill.seller), fills.map((fill) => fill.buyer)]
  const { rows } = await sql<FundingRow>`
    select distinct f.* from unnest(${[...sellers, ...buyers]}::text[], ${[...buyers, ...sellers]}::text[]) as side (payer, payee)
    join market.fundings f using (payer, payee) order by f.version desc`.execute(db)
  return new Map(rows.map(({ payer, payee, version }) => [pairOf(payer, payee), version]))
}

/** Two wallets in either order. */
function pairOf(a: string, b: string): string {
  return a < b ? `${a}/${b}` : `${b}/${a}`
}
