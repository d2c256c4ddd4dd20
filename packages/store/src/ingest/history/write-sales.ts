import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import type { FundingRow } from '../../tables/fundings.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import { type SaleRow, sales } from '../../tables/sales.ts'
import { firstOfEachSale } from './first-of-each-sale.ts'

/** Versions of the transactions in which the given events fill an order. */
export function soldVersions(events: readonly OrderEventRow[]): readonly bigint[] {
  return [...new Set(events.filter((event) => event.action === 'filled').map((event) => event.version))]
}

/** The sales of the given transactions. All their fills are looked at, since several may tell of one sale. */
export async function readSalesMade(at: Statements, versions: readonly bigint[]): Promise<readonly SaleRow[]> {
  if (versions.length === 0) return []
  const [{ rows: fills }, funded] = await Promise.all([
    sql<OrderEventRow>`
      select * from market.order_events where version = any(${versions}::bigint[]) and action = 'filled'`.execute(at),
    readFunded(at, versions),
  ])
  return firstOfEachSale(fills).flatMap((event) => toSaleRow(event, funded))
}

/** Makes these the sales of the given transactions. */
export async function writeSales(at: Statements, versions: readonly bigint[], made: readonly SaleRow[]): Promise<void> {
  if (versions.length === 0) return
  await Promise.all([
    // Another event may have become the first of its sale, as when a stopped venue goes on.
    sql`delete from market.sales where version = any(${versions}::bigint[])`.execute(at),
    writeRows(at, sales, made, 'add'),
  ])
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

/** The version in which one side of each fill first sent APT straight to the other, whichever way. */
async function readFunded(at: Statements, versions: readonly bigint[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<FundingRow>`
    select distinct f.* from market.order_events e
    cross join lateral (values (e.seller, e.buyer), (e.buyer, e.seller)) as side (payer, payee)
    join market.fundings f on f.payer = side.payer and f.payee = side.payee
    where e.version = any(${versions}::bigint[]) and e.action = 'filled' order by f.version desc`.execute(at)
  return new Map(rows.map(({ payer, payee, version }) => [pairOf(payer, payee), version]))
}

/** Two wallets in either order. */
function pairOf(a: string, b: string): string {
  return a < b ? `${a}/${b}` : `${b}/${a}`
}
