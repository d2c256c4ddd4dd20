import type { AssetMetadataChange, BalanceChange, FungibleActivity, StateChanges } from '@opal/domain/state-changes'
import { formatMicros, MICROS_PER_SECOND } from '@opal/domain/time'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import {
  coinPairs,
  type FungibleActivityRow,
  type FungibleMetadataRow,
  type FungibleStoreRow,
  fungibleActivities,
  fungibleMetadata,
  fungibleStores,
} from '../../schema/assets.ts'

/**
 * Writes balances, activities and metadata, keeping newer stored versions.
 * @param batch in chain order.
 */
export async function writeFungible(db: Executor, batch: readonly StateChanges[]): Promise<void> {
  const newer = { newer: 'last_transaction_version' } as const
  const pairs = batch.flatMap(({ fungible }) => fungible.coinPairs)
  const pairRows = pairs.map(({ metadataAddress, coinType }) => ({
    metadata_address: metadataAddress,
    coin_type: coinType,
  }))
  await Promise.all([
    writeRows(db, fungibleStores, rowsOf(batch, 'balances', toStoreRow), newer),
    writeRows(db, fungibleActivities, rowsOf(batch, 'activities', toActivityRow), 'keep'),
    writeRows(db, fungibleMetadata, rowsOf(batch, 'metadata', toMetadataRow), newer),
    writeRows(db, coinPairs, pairRows, 'keep'),
  ])
}

type Fungible = StateChanges['fungible']
type Change<List extends keyof Fungible> = Fungible[List][number]

function rowsOf<List extends keyof Fungible, Row>(
  batch: readonly StateChanges[],
  list: List,
  toRow: (state: StateChanges, change: Change<List>) => Row,
): readonly Row[] {
  return batch.flatMap((state) => (state.fungible[list] as readonly Change<List>[]).map((each) => toRow(state, each)))
}

/** These tables have whole seconds, as in Aptos' own indexer. */
function secondOf({ timestampMicros }: StateChanges): string {
  return formatMicros((timestampMicros / MICROS_PER_SECOND) * MICROS_PER_SECOND)
}

function toStoreRow(state: StateChanges, change: BalanceChange): FungibleStoreRow {
  return {
    storage_id: change.storageId,
    token_standard: change.tokenStandard,
    owner_address: change.ownerAddress,
    asset_type: change.assetType,
    is_primary: change.isPrimary,
    is_frozen: change.isFrozen,
    amount: change.amount,
    last_transaction_version: state.version,
    last_transaction_timestamp: secondOf(state),
  }
}

function toActivityRow(state: StateChanges, activity: FungibleActivity): FungibleActivityRow {
  return {
    transaction_version: state.version,
    event_index: BigInt(activity.eventIndex),
    owner_address: activity.ownerAddress,
    storage_id: activity.storageId,
    asset_type: activity.assetType,
    is_frozen: activity.isFrozen,
    amount: activity.amount,
    type: activity.type,
    is_gas_fee: activity.isGasFee,
    gas_fee_payer_address: activity.gasFeePayerAddress,
    is_transaction_success: activity.isTransactionSuccess,
    entry_function_id_str: activity.entryFunctionIdStr,
    block_height: state.blockHeight,
    token_standard: activity.tokenStandard,
    transaction_timestamp: secondOf(state),
    storage_refund_amount: activity.storageRefundAmount,
  }
}

function toMetadataRow(state: StateChanges, change: AssetMetadataChange): FungibleMetadataRow {
  return {
    asset_type: change.assetType,
    creator_address: change.creatorAddress,
    name: change.name,
    symbol: change.symbol,
    decimals: Number(change.decimals),
    icon_uri: change.iconUri,
    project_uri: change.projectUri,
    supply_aggregator_table_handle_v1: change.supplyAggregatorTableHandleV1,
    supply_aggregator_table_key_v1: change.supplyAggregatorTableKeyV1,
    token_standard: change.tokenStandard,
    is_token_v2: null,
    supply_v2: change.supplyV2,
    maximum_v2: change.maximumV2,
    last_transaction_version: state.version,
    last_transaction_timestamp: secondOf(state),
  }
}
