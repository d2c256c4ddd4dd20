import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Points that a wallet earned, and why. Rule 'buying': `points_micros` once, for the sale at `version`, `event_index`.
 * Rules 'listing' and 'bidding': so many for each hour from first to last (null: still) in which the order that was placed at
 * `version` stood at this price and size, and at whose end the collection's floor was this; an hour counts when it is over, and one
 * in which the order stood for a part has that part. Whether the collection's orders earn at all is decided by who reads.
 * Key: rule, order, first hour, version, event. Writers: ingest/points/buying-points, ingest/points/compare-hourly-points.
 * Rebuildable: from sales, spans and hours.
 */
export const pointsLedger = defineTable(
  'market.points_ledger',
  ['rule', 'marketplace', 'order_id', 'first_hour_micros', 'version', 'event_index'],
  {
    wallet: text,
    rule: text,
    collection_id: nullable(text),
    marketplace: text,
    order_id: text,
    version: bigint,
    event_index: integer,
    first_hour_micros: bigint,
    last_hour_micros: nullable(bigint),
    price_octas: numeric,
    floor_octas: nullable(numeric),
    size: numeric,
    points_micros: numeric,
  },
)
export type PointsLedgerRow = RowOf<typeof pointsLedger>

/**
 * A wallet paid another APT at `version`, for nothing that the index saw change hands: the two may be one person. As far as the index
 * follows coins.
 * Key: payer, payee, version. Writer: ingest/points/fundings. Not rebuildable: made, like balances, of what is not kept raw.
 */
export const fundings = defineTable('market.fundings', ['payer', 'payee', 'version'], {
  payer: text,
  payee: text,
  version: bigint,
  octas: numeric,
  at_micros: bigint,
})
export type FundingRow = RowOf<typeof fundings>
