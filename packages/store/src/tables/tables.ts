import type { ActivityRow } from './activities.ts'
import type { ChangeFeedRow } from './change-feed.ts'
import type { ChangeRow } from './changes.ts'
import type { CheckpointRow } from './checkpoints.ts'
import type { ClockRow } from './clock.ts'
import type { CoinPairRow } from './coin-pairs.ts'
import type { CollectionHourRow } from './collection-hours.ts'
import type { CollectionOfferRow } from './collection-offers.ts'
import type { CollectionStatsRow } from './collection-stats.ts'
import type { CollectionRow } from './collections.ts'
import type { DeadLetterRow } from './dead-letters.ts'
import type { DecodeResumeRow } from './decode-resumes.ts'
import type { DecodeSkipRow } from './decode-skips.ts'
import type { DecodeStopRow } from './decode-stops.ts'
import type { EventRow } from './events.ts'
import type { FavouriteRow } from './favourites.ts'
import type { FundingRow } from './fundings.ts'
import type { FungibleActivityRow } from './fungible-activities.ts'
import type { FungibleMetadataRow } from './fungible-metadata.ts'
import type { FungibleBalanceRow, FungibleStoreRow } from './fungible-stores.ts'
import type { ImageRow } from './images.ts'
import type { ListingSpanRow } from './listing-spans.ts'
import type { ListingRow } from './listings.ts'
import type { LotRow } from './lots.ts'
import type { MetadataRow } from './metadata.ts'
import type { MetadataRequestRow } from './metadata-requests.ts'
import type { MintCostRow } from './mint-costs.ts'
import type { NameLookupRow } from './name-lookups.ts'
import type { ObjectChangeRow, ObjectHistoryRow } from './object-changes.ts'
import type { CurrentObjectRow, ObjectDeletionRow, ObjectStateRow } from './object-states.ts'
import type { OfferSpanRow } from './offer-spans.ts'
import type { OfficialActivityRow } from './official-activities.ts'
import type { OfficialCollectionOfferRow } from './official-collection-offers.ts'
import type { OfficialListingRow } from './official-listings.ts'
import type { OfficialTokenOfferRow } from './official-token-offers.ts'
import type { OrderEventRow } from './order-events.ts'
import type { OwnPackageRow } from './own-packages.ts'
import type { OwnerSpanRow } from './owner-spans.ts'
import type { OwnershipEventRow } from './ownership-events.ts'
import type { PendingClaimRow } from './pending-claims.ts'
import type { PointsLedgerRow } from './points-ledger.ts'
import type { PrimaryNameRow } from './primary-names.ts'
import type { ProcessorStatusRow } from './processor-status.ts'
import type { RebuildDueRow } from './rebuilds-due.ts'
import type { RoyaltyRow } from './royalties.ts'
import type { SaleRow } from './sales.ts'
import type { TokenActivityRow } from './token-activities.ts'
import type { CardMarkRow, CardQueueRow, TokenCardRow } from './token-cards.ts'
import type { TokenDataRow } from './token-datas.ts'
import type { TokenHolderRow } from './token-holders.ts'
import type { TokenOfferRow } from './token-offers.ts'
import type { TokenOwnershipRow } from './token-ownerships.ts'
import type { RarityQueueRow, TokenRarityRow, TraitMarkRow } from './token-rarity.ts'
import type { TransactionRow } from './transactions.ts'
import type {
  AuthKeyAddressRow,
  PublicKeyAuthKeyRow,
  TableItemRow,
  TableMetadataRow,
  UserTransactionRow,
} from './user-transactions.ts'
import type { VenueRow } from './venues.ts'
import type { VerifiedCollectionRow } from './verified-collections.ts'

/** Every table by its name with schema, for Kysely: `db.selectFrom('market.listings')`. */
export interface Tables {
  'market.activities': ActivityRow
  'market.change_feed': ChangeFeedRow
  'chain.changes': ChangeRow
  'chain.checkpoints': CheckpointRow
  'market.clock': ClockRow
  'market.collection_hours': CollectionHourRow
  'market.collection_offers': CollectionOfferRow
  'market.collection_stats': CollectionStatsRow
  'chain.current_collections_v2': CollectionRow
  'chain.decode_resumes': DecodeResumeRow
  'chain.decode_stops': DecodeStopRow
  'chain.events': EventRow
  'chain.current_ans_lookup_v2': NameLookupRow
  'chain.current_ans_primary_name_v2': PrimaryNameRow
  'chain.fungible_stores': FungibleStoreRow
  'chain.current_fungible_asset_balances': FungibleBalanceRow
  'chain.coin_pairs': CoinPairRow
  'chain.fungible_asset_activities': FungibleActivityRow
  'chain.fungible_asset_metadata': FungibleMetadataRow
  'chain.object_states': ObjectStateRow
  'chain.object_deletions': ObjectDeletionRow
  'chain.current_objects': CurrentObjectRow
  'chain.object_changes': ObjectChangeRow
  'chain.objects': ObjectHistoryRow
  'account.decode_skips': DecodeSkipRow
  'account.favourites': FavouriteRow
  'account.metadata_requests': MetadataRequestRow
  'market.listing_spans': ListingSpanRow
  'market.listings': ListingRow
  'market.lots': LotRow
  'market.mint_costs': MintCostRow
  'market.offer_spans': OfferSpanRow
  'market.owner_spans': OwnerSpanRow
  'market.ownership_events': OwnershipEventRow
  'market.own_packages': OwnPackageRow
  'market.points_ledger': PointsLedgerRow
  'market.fundings': FundingRow
  'market.images': ImageRow
  'market.metadata': MetadataRow
  'market.nft_marketplace_activities': OfficialActivityRow
  'market.current_nft_marketplace_collection_offers': OfficialCollectionOfferRow
  'market.current_nft_marketplace_listings': OfficialListingRow
  'market.current_nft_marketplace_token_offers': OfficialTokenOfferRow
  'market.order_events': OrderEventRow
  'chain.current_token_pending_claims': PendingClaimRow
  'chain.processor_status': ProcessorStatusRow
  'chain.current_royalties': RoyaltyRow
  'chain.rebuilds_due': RebuildDueRow
  'market.rarity_queue': RarityQueueRow
  'market.card_marks': CardMarkRow
  'market.card_queue': CardQueueRow
  'market.dead_letters': DeadLetterRow
  'market.token_cards': TokenCardRow
  'market.sales': SaleRow
  'chain.token_activities_v2': TokenActivityRow
  'chain.current_token_datas_v2': TokenDataRow
  'market.token_holders': TokenHolderRow
  'market.token_offers': TokenOfferRow
  'chain.current_token_ownerships_v2': TokenOwnershipRow
  'market.token_rarity': TokenRarityRow
  'market.trait_marks': TraitMarkRow
  'chain.transactions': TransactionRow
  'chain.user_transactions': UserTransactionRow
  'chain.auth_key_account_addresses': AuthKeyAddressRow
  'chain.public_key_auth_keys': PublicKeyAuthKeyRow
  'chain.table_items': TableItemRow
  'chain.table_metadatas': TableMetadataRow
  'market.venues': VenueRow
  'account.verified_collections': VerifiedCollectionRow
}
