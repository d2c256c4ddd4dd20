import type { MarketEvent } from '@opal/domain/market-event'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type OrderEventRow, orderEvents } from '../../schema/orders.ts'
import { insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { isUnpriced } from './fold-order.ts'
import { toTermsColumns } from './listing-terms.ts'

/** Logs the batch's market events: what the order book is folded from. */
export const orderLogPhase = definePhase({
  name: 'order-log',
  needs: { decoded: decodePhase },
  readsBefore: ['market.order_events'],
  writes: ['market.order_events'],
  compute: ({ decoded }) => decoded.transactions.flatMap(({ market }) => market.map(toOrderEventRow)),
  write: (db, rows, { batch }) => [
    writeRows(db, orderEvents, rows, insertConflict(batch)),
    ...(batch.isWhole ? [] : [settleFills(db, rows.filter(isUnpriced))]),
  ],
})

/**
 * Gives sales whose events name neither seller nor price those of the listing that was open. The payments seen are taken as its split
 * where they add up to that price. Where no listing is known to have been open, the sale stays without a seller, at 0.
 * A marketplace's events are logged in the chain's order: an earlier one that comes late does not change the sale.
 * @param fills null: all.
 */
export async function settleFills(db: Executor, fills: readonly OrderEventRow[] | null): Promise<void> {
  if (fills?.length === 0) return
  const named =
    fills === null
      ? sql`(select version, event_index from market.order_events where book = 'listing' and action = 'filled' and seller is null)
        as named`
      : sql`unnest(${fills.map((row) => row.version)}::bigint[], ${fills.map((row) => row.event_index)}::integer[])
        as named (version, event_index)`
  await sql`
    update market.order_events fill set seller = terms.seller, price_octas = coalesce(terms.price_octas, 0),
      commission_octas = case when fill.price_octas = terms.price_octas then fill.commission_octas end,
      royalty_octas = case when fill.price_octas = terms.price_octas then fill.royalty_octas end
    from ${named}
    join market.order_events f using (version, event_index)
    left join lateral (
      select e.action, e.seller, e.price_octas from market.order_events e
      where e.order_id = f.order_id and e.marketplace = f.marketplace and e.book = f.book
        and (e.version, e.event_index) < (f.version, f.event_index)
      order by e.version desc, e.event_index desc limit 1
    ) as terms on terms.action = 'placed'
    where fill.version = f.version and fill.event_index = f.event_index and fill.seller is null`.execute(db)
}

/** Returns a market event as a row of the log that the order book is folded from. */
function toOrderEventRow(event: MarketEvent): OrderEventRow {
  const [book, action] = splitKind(event)
  return {
    version: event.version,
    event_index: event.raw.index,
    marketplace: event.marketplace,
    book,
    action,
    order_id: toStorableText('listingId' in event ? event.listingId : event.offerId),
    token_data_id: 'token' in event ? event.token.tokenDataId : null,
    property_version: 'token' in event ? (event.token.propertyVersion ?? 0n) : 0n,
    token_standard: 'token' in event ? event.token.standard : null,
    collection_id: event.collection.collectionId,
    seller: 'seller' in event ? event.seller : null,
    buyer: 'buyer' in event ? event.buyer : null,
    price_octas: event.priceOctas,
    amount: amountOf(event),
    expires_at_seconds:
      'expiresAtSeconds' in event ? event.expiresAtSeconds : (termsOf(event)?.expiresAtSeconds ?? null),
    commission_octas: 'commissionOctas' in event ? event.commissionOctas : null,
    royalty_octas: 'royaltyOctas' in event ? event.royaltyOctas : null,
    is_pooled: isPooled(event),
    set_root: 'setRoot' in event ? (event.setRoot ?? '') : null,
    ...toTermsColumns(termsOf(event)),
    at_micros: event.timestampMicros,
  }
}

function termsOf(event: MarketEvent): ListingTerms | undefined {
  return event.kind === 'listing-placed' ? event.terms : undefined
}

/** `token-offer-placed` is the action `placed` in the book `token-offer`. An offer that a pool pays is one on tokens of a collection. */
function splitKind(event: MarketEvent): [book: string, action: string] {
  const cut = event.kind.lastIndexOf('-')
  return [isPooled(event) ? 'collection-offer' : event.kind.slice(0, cut), event.kind.slice(cut + 1)]
}

function isPooled({ kind }: MarketEvent): boolean {
  return kind.startsWith('pool-offer-')
}

function amountOf(event: MarketEvent): bigint | null {
  if ('tokenAmount' in event) return event.tokenAmount
  return 'remainingAmount' in event ? event.remainingAmount : null
}
