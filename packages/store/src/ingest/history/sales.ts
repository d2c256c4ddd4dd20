import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement, writeReplacement } from '../../driver/replace-rows.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type SaleRow, sales } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { compareEvents, eventKeyOf } from '../orders/fold-order.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { keyOf } from '../orders/touched-orders.ts'
import { fundedSql } from '../points/fundings.ts'

/**
 * Returns one fill for each sale: several events of a transaction in which the same token passes between the same
 * two wallets are one sale, and the first counts. v1 editions of one token may be sold several times between two
 * wallets, so there the order must match too; an offer for a collection buys one edition with each fill.
 */
export function firstOfEachSale(events: readonly OrderEventRow[]): readonly OrderEventRow[] {
  const first = new Map<string, OrderEventRow>()
  for (const event of events.filter((candidate) => candidate.action === 'filled').sort(compareEvents)) {
    const key = saleKey(event)
    if (!first.has(key)) first.set(key, event)
  }
  return [...first.values()]
}

function saleKey(event: OrderEventRow): string {
  const edition = event.token_standard === 'v1' ? editionKey(event) : []
  return [event.version, event.token_data_id, event.seller, event.buyer, ...edition].join('\u0000')
}

function editionKey(event: OrderEventRow): readonly unknown[] {
  const order = [event.property_version, event.marketplace, event.book, event.order_id]
  return event.book === 'collection-offer' ? [...order, event.event_index] : order
}

/**
 * Derives the sales of every transaction in which a touched order was filled. Reads all its fills: several may
 * belong to one sale.
 */
export const salesPhase = definePhase({
  name: 'sales',
  needs: { histories: orderHistoriesPhase },
  reads: ['market.order_events', 'market.fundings', 'market.sales'],
  writes: ['market.sales'],
  read: async (db, { batch: { isWhole }, histories: { soldVersions } }) => {
    const [fills, funded, stored] = await Promise.all([
      readFills(db, soldVersions),
      readFunded(db, soldVersions),
      isWhole ? [] : readStored(db, soldVersions),
    ])
    return { fills, funded, stored }
  },
  compute: ({ batch: { isWhole }, histories: { orders, soldVersions } }, { fills, funded, stored }) => {
    const first = new Set(firstOfEachSale(fills))
    const touched = new Set(orders.map(keyOf))
    // Whole histories are read by order: other fills of the same transactions belong to the histories of their own orders.
    const isOwn = (event: OrderEventRow) => !isWhole || touched.has(keyOf(event))
    // Another event may have become the first of its sale, e.g. when a stopped marketplace resumes.
    const wanted = [...first].filter(isOwn).flatMap((event) => toSaleRow(event, funded))
    return {
      versions: soldVersions,
      replaced: compareRows(sales, stored, wanted),
      /** Fills that report a sale again. */
      repeated: fills.filter((event) => !first.has(event)),
    }
  },
  write: (db, { replaced }, { batch: { isWhole } }) => [
    isWhole ? writeRows(db, sales, replaced.written, 'add') : writeReplacement(db, sales, replaced),
  ],
})

/** No sales that replace others. */
export const NO_SALES: Replacement<SaleRow> = { written: [], before: [], deleted: [] }

async function readStored(db: Executor, versions: readonly bigint[]): Promise<readonly SaleRow[]> {
  if (versions.length === 0) return []
  const { rows } = await sql<SaleRow>`select * from market.sales where version = any(${versions}::bigint[])`.execute(db)
  return rows
}

async function readFills(db: Executor, versions: readonly bigint[]): Promise<readonly OrderEventRow[]> {
  if (versions.length === 0) return []
  const { rows } = await sql<OrderEventRow>`
    select * from market.order_events where version = any(${versions}::bigint[]) and action = 'filled'`.execute(db)
  return rows
}

/** A royalty of this part of the price or more is the price: it may flow back to the buyer. */
const PRICE_TO_ROYALTY = 2n

/**
 * Returns whether a sale's own amounts make it a wash trade: one wallet on both sides, or a royalty of half the price or more. With
 * such a royalty its receiver gets most of the price back, and on our marketplace even part of the commission, which is
 * taken of the rest.
 */
export function returnsItsPrice({ seller, buyer, price_octas, royalty_octas }: OrderEventRow): boolean {
  if (seller === buyer) return true
  return royalty_octas !== null && price_octas > 0n && royalty_octas * PRICE_TO_ROYALTY >= price_octas
}

function toSaleRow(event: OrderEventRow, funded: ReadonlySet<string>): readonly SaleRow[] {
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
      is_wash: returnsItsPrice(event) || funded.has(eventKeyOf(event)),
      at_micros: event.at_micros,
    },
  ]
}

/** Reads the fills that are wash trades by payments between both sides. @returns their keys. */
async function readFunded(db: Executor, versions: readonly bigint[]): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set()
  const { rows } = await fundedSql(sql`
    select * from market.order_events where version = any(${versions}::bigint[]) and action = 'filled'`).execute(db)
  return new Set(rows.map(eventKeyOf))
}
