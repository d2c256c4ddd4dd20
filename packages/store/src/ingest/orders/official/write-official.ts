import type { MarketEvent } from '@opal/domain/market-event'
import type { Statements } from '../../../driver/pipelined.ts'
import { writeRows } from '../../../rows/write-rows.ts'
import { type OfficialActivityRow, officialActivities } from '../../../tables/official-activities.ts'
import { officialCollectionOffers } from '../../../tables/official-collection-offers.ts'
import { officialListings } from '../../../tables/official-listings.ts'
import { officialTokenOffers } from '../../../tables/official-token-offers.ts'
import type { IndexedTransaction } from '../../batch.ts'
import type { FactConflict } from '../../raw/write-raw.ts'
import { toActivityRow } from './activity-row.ts'
import { toCollectionOfferRow } from './collection-offer-row.ts'
import { completedActivities } from './completed-activities.ts'
import { toListingRow } from './listing-row.ts'
import { toTokenOfferRow } from './token-offer-row.ts'

/**
 * Writes the official aggregator's four tables by its rules: activities once, and per key the newest event's row.
 * @source aptos-labs/aptos-nft-aggregator, reduction and writing steps
 */
export async function writeOfficial(
  at: Statements,
  batch: readonly IndexedTransaction[],
  conflict: FactConflict,
): Promise<void> {
  const newer = { newer: 'last_transaction_version' } as const
  const events = batch.flatMap(({ market }) => market)
  await Promise.all([
    writeRows(at, officialActivities, batch.flatMap(activitiesOf), conflict),
    writeRows(at, officialListings, present(events, toListingRow), newer),
    writeRows(at, officialTokenOffers, present(events, toTokenOfferRow), newer),
    writeRows(at, officialCollectionOffers, present(events, toCollectionOfferRow), newer),
  ])
}

function activitiesOf({ market, transaction }: IndexedTransaction): readonly OfficialActivityRow[] {
  const venues = Map.groupBy(market, (event) => event.marketplace)
  return [...venues.values()].flatMap((events) => {
    const completed = completedActivities(events)
    return events.map((event) => toActivityRow(event, transaction.blockHeight, completed.has(event)))
  })
}

function present<Row>(events: readonly MarketEvent[], toRow: (event: MarketEvent) => Row | null): readonly Row[] {
  return events.map(toRow).filter((row) => row !== null)
}
