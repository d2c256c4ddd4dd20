import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Points that a wallet earned, and why. Rule 'buying': `points_micros` once, for the sale at `version`, `event_index`.
 * Rules 'listing' and 'bidding': `points_micros` for each hour from first to last (null: it still earns) in which the order that was
 * placed at `version` was open at this price and size, at the collection's floor at the hour's end. An hour counts when it is over;
 * `points_micros` is less where the order was open for a part of it. Queries leave out collections whose orders do not earn.
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
 * Sums of the ledger of a wallet by rule and collection ('' for purchases, and where it is not known), in millionths: of rows with an
 * end; for each hour, of rows without; and of these, points times the hours from 1970 to their begin.
 * Key: wallet, rule, collection. Writer: triggers on market.points_ledger. Rebuildable: from it.
 */
export const pointsTotals = defineTable('market.points_totals', ['wallet', 'rule', 'collection_id'], {
  wallet: text,
  rule: text,
  collection_id: text,
  ended_micros: numeric,
  hourly_micros: numeric,
  begun_micros: numeric,
})
export type PointsTotalRow = RowOf<typeof pointsTotals>

/**
 * A wallet's points for buying, in millionths: in the season, and in the last day, week and month as of the hour of market.window_hour;
 * and the number of its listings on other marketplaces, any of which halves what is ranked. Key: wallet. Writer: triggers on
 * market.points_ledger and market.listings, ingest/stats/move-windows. Rebuildable: from them.
 */
export const walletPoints = defineTable('market.wallet_points', ['wallet'], {
  wallet: text,
  elsewhere: bigint,
  season_micros: numeric,
  day_micros: numeric,
  week_micros: numeric,
  month_micros: numeric,
})
export type WalletPointsRow = RowOf<typeof walletPoints>

/**
 * A payment of APT from wallet to wallet that is no trade: both may belong to one person. Complete as far as the index follows coins.
 * Key: payer, payee, version. Writer: ingest/points/fundings. Not rebuildable: derived, like balances, from changes without raw rows.
 */
export const fundings = defineTable('market.fundings', ['payer', 'payee', 'version'], {
  payer: text,
  payee: text,
  version: bigint,
  octas: numeric,
  at_micros: bigint,
  /** Sum of this payment and all earlier ones of the same payer to the same payee. */
  total_octas: numeric,
})
export type FundingRow = RowOf<typeof fundings>

/**
 * A collection whose orders' points are to be compared again from an hour on, as its floor moved. Key: collection_id. Writers:
 * ingest/stats/stats-phase adds, ingest/points/settle-points works it off.
 */
export const pointsDue = defineTable('market.points_due', ['collection_id'], {
  collection_id: text,
  hour_micros: bigint,
  again_micros: nullable(bigint),
  rule: text,
  to_micros: bigint,
  marketplace: text,
  order_id: text,
})
export type PointsDueRow = RowOf<typeof pointsDue>
