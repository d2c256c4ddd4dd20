import { writeRows } from '../../../driver/write-rows.ts'
import {
  type OfficialActivityRow,
  officialActivities,
  officialCollectionOffers,
  officialListings,
  officialTokenOffers,
} from '../../../schema/official.ts'
import { type IndexedTransaction, insertConflict } from '../../batch.ts'
import { definePhase } from '../../define-phase.ts'
import { decodePhase } from '../../tokens/known-tokens.ts'
import { completedActivities, toActivityRow } from './activity-row.ts'
import { toCollectionOfferRow, toListingRow, toTokenOfferRow } from './current-rows.ts'
import { isOfficial, type OfficialEvent } from './event-fields.ts'

/** A stored newer version is left alone. */
const newer = { newer: 'last_transaction_version' } as const

/**
 * Writes the official aggregator's four tables by its rules: activities once, and per key the newest event's row.
 * @source aptos-labs/aptos-nft-aggregator, reduction and writing steps
 */
export const officialPhase = definePhase({
  name: 'official',
  needs: { decoded: decodePhase },
  writes: [
    'market.nft_marketplace_activities',
    'market.current_nft_marketplace_listings',
    'market.current_nft_marketplace_token_offers',
    'market.current_nft_marketplace_collection_offers',
  ],
  compute: ({ decoded: { transactions } }) => {
    const events = transactions.flatMap(({ market }) => market.filter(isOfficial))
    return {
      activities: transactions.flatMap(activitiesOf),
      listings: present(events, toListingRow),
      tokenOffers: present(events, toTokenOfferRow),
      collectionOffers: present(events, toCollectionOfferRow),
    }
  },
  write: (db, rows, { batch }) => [
    writeRows(db, officialActivities, rows.activities, insertConflict(batch)),
    writeRows(db, officialListings, rows.listings, newer),
    writeRows(db, officialTokenOffers, rows.tokenOffers, newer),
    writeRows(db, officialCollectionOffers, rows.collectionOffers, newer),
  ],
})

function activitiesOf({ market, transaction }: IndexedTransaction): readonly OfficialActivityRow[] {
  const marketplaces = Map.groupBy(market.filter(isOfficial), (event) => event.marketplace)
  return [...marketplaces.values()].flatMap((events) => {
    const completed = completedActivities(events)
    return events.map((event) => toActivityRow(event, transaction.blockHeight, completed.has(event)))
  })
}

function present<Row>(events: readonly OfficialEvent[], toRow: (event: OfficialEvent) => Row | null): readonly Row[] {
  return events.map(toRow).filter((row) => row !== null)
}
