import type {
  DecodeSkipRow,
  FavouriteRow,
  MetadataRequestRow,
  NotificationProgressRow,
  VerifiedCollectionRow,
} from './accounts.ts'
import type {
  CoinPairRow,
  CurrentObjectRow,
  FungibleActivityRow,
  FungibleBalanceRow,
  FungibleMetadataRow,
  FungibleStoreRow,
  ObjectChangeRow,
  ObjectDeletionRow,
  ObjectHistoryRow,
  ObjectStateRow,
} from './assets.ts'
import type {
  ActivityRow,
  CollectionHolderRow,
  ListingSpanRow,
  LotRow,
  LotStateRow,
  LotSumRow,
  MintCostRow,
  OfferSpanRow,
  OwnerSpanRow,
  OwnershipEventRow,
  SaleRow,
  TokenHolderRow,
} from './history.ts'
import type { NameLookupRow, PrimaryNameRow } from './names.ts'
import type {
  OfficialActivityRow,
  OfficialCollectionOfferRow,
  OfficialListingRow,
  OfficialTokenOfferRow,
} from './official.ts'
import type {
  BidPoolRow,
  CollectionOfferRow,
  CommissionChangeRow,
  ListingRow,
  MarketplaceRow,
  OrderEventRow,
  OwnPackageRow,
  PoolDueRow,
  PoolRaisedRow,
  TokenOfferRow,
  UnsettledOrderRow,
} from './orders.ts'
import type { FundingRow, PointsDueRow, PointsLedgerRow, PointsTotalRow, WalletPointsRow } from './points.ts'
import type {
  DeadLetterRow,
  ImageRow,
  ListItemSweepRow,
  MetadataRow,
  RarityQueueRow,
  TokenListItemQueueRow,
  TokenListItemRow,
  TokenPreviewVersionRow,
  TokenRarityRow,
  TraitVersionRow,
} from './projections.ts'
import type {
  AuthKeyAddressRow,
  ChangeRow,
  EventRow,
  PublicKeyAuthKeyRow,
  TableItemRow,
  TableMetadataRow,
  TransactionRow,
  UserTransactionRow,
} from './raw.ts'
import type { CollectionHourRow, CollectionStatsRow, WindowChangesRow, WindowSalesRow } from './stats.ts'
import type {
  ChangeFeedRow,
  CheckpointRow,
  ClockRow,
  DecodeResumeRow,
  DecodeStopRow,
  DeriveRunRow,
  ProcessorStatusRow,
  RawRangeRow,
  RebuildDueRow,
  UnwrittenTransactionRow,
} from './stream.ts'
import type {
  BidderDueRow,
  CollectionRow,
  PendingClaimRow,
  RefusalDueRow,
  RoyaltyRow,
  TokenActivityRow,
  TokenDataRow,
  TokenOwnershipRow,
  TokenStoreRow,
  TokenStoreTurnRow,
} from './tokens.ts'

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
  'market.window_sales': WindowSalesRow
  'market.window_changes': WindowChangesRow
  'market.commission_changes': CommissionChangeRow
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
  'account.notification_progress': NotificationProgressRow
  'market.listing_spans': ListingSpanRow
  'market.listings': ListingRow
  'market.lots': LotRow
  'market.lot_states': LotStateRow
  'market.lot_sums': LotSumRow
  'market.mint_costs': MintCostRow
  'market.offer_spans': OfferSpanRow
  'market.owner_spans': OwnerSpanRow
  'market.ownership_events': OwnershipEventRow
  'market.own_packages': OwnPackageRow
  'market.points_ledger': PointsLedgerRow
  'market.points_totals': PointsTotalRow
  'market.wallet_points': WalletPointsRow
  'market.points_due': PointsDueRow
  'market.bidders_due': BidderDueRow
  'market.refusals_due': RefusalDueRow
  'market.bid_pools': BidPoolRow
  'market.pools_due': PoolDueRow
  'market.unsettled_orders': UnsettledOrderRow
  'market.pools_raised': PoolRaisedRow
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
  'chain.derive_runs': DeriveRunRow
  'chain.raw_ranges': RawRangeRow
  'chain.rebuilds_due': RebuildDueRow
  'chain.unwritten_transactions': UnwrittenTransactionRow
  'market.rarity_queue': RarityQueueRow
  'market.token_preview_versions': TokenPreviewVersionRow
  'market.token_list_item_queue': TokenListItemQueueRow
  'market.list_item_sweeps': ListItemSweepRow
  'market.dead_letters': DeadLetterRow
  'market.token_list_items': TokenListItemRow
  'market.sales': SaleRow
  'chain.token_activities_v2': TokenActivityRow
  'chain.current_token_datas_v2': TokenDataRow
  'market.token_holders': TokenHolderRow
  'market.collection_holders': CollectionHolderRow
  'market.token_offers': TokenOfferRow
  'chain.current_token_ownerships_v2': TokenOwnershipRow
  'market.token_rarity': TokenRarityRow
  'market.token_stores': TokenStoreRow
  'market.token_store_turns': TokenStoreTurnRow
  'market.trait_versions': TraitVersionRow
  'chain.transactions': TransactionRow
  'chain.user_transactions': UserTransactionRow
  'chain.auth_key_account_addresses': AuthKeyAddressRow
  'chain.public_key_auth_keys': PublicKeyAuthKeyRow
  'chain.table_items': TableItemRow
  'chain.table_metadatas': TableMetadataRow
  'market.marketplaces': MarketplaceRow
  'account.verified_collections': VerifiedCollectionRow
}
