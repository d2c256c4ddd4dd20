import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { formatMicros } from '@opal/domain/time'
import type {
  CollectionChange,
  OwnershipChange,
  PendingClaimChange,
  RoyaltyChange,
  TokenActivity,
  TokenChanges,
  TokenDataChange,
} from '@opal/domain/tokens/token-change'
import { writeRows } from '../../driver/write-rows.ts'
import { queueDescribed } from '../../projections/metadata/queue.ts'
import {
  type CollectionRow,
  collections,
  type PendingClaimRow,
  pendingClaims,
  type RoyaltyRow,
  royalties,
  type TokenActivityRow,
  type TokenDataRow,
  type TokenOwnershipRow,
  tokenActivities,
  tokenDatas,
  tokenOwnerships,
} from '../../schema/tokens.ts'
import { type IndexedTransaction, insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from './known-tokens.ts'

/** Keeps a stored newer version. */
const newer = { newer: 'last_transaction_version' } as const

/**
 * Keeps the collection of the first description. Only two v1 tokens that share an id have two, and whoever made them can describe either at will:
 * with each change all that was ever derived of the token would be in another collection.
 * @source docs/decisions/2026-11-23-v1-token-id-collisions.md
 */
const newerOfCollection = { ...newer, kept: 'collection_id' } as const

/** Writes tokens, and queues the metadata and the rarity ranking of tokens whose description changed. */
export const tokenDatasPhase = definePhase({
  name: 'token-datas',
  needs: { decoded: decodePhase },
  reads: ['chain.current_token_datas_v2'],
  readsBefore: ['market.metadata'],
  writes: ['chain.current_token_datas_v2', 'market.metadata', 'market.rarity_queue'],
  compute: ({ decoded: { transactions } }) => rowsOf(transactions, (tokens) => tokens.tokenDatas, toTokenDataRow),
  write: (db, rows, { decoded }) => [
    queueDescribed(
      db,
      decoded.transactions.flatMap(({ tokens }) => tokens.tokenDatas),
    ),
    writeRows(db, tokenDatas, rows, newerOfCollection),
  ],
})

/** Writes collections, owners, v1 offers and royalties. */
export const tokenStatePhase = definePhase({
  name: 'token-state',
  needs: { decoded: decodePhase },
  writes: [
    'chain.current_collections_v2',
    'chain.current_token_ownerships_v2',
    'chain.current_token_pending_claims',
    'chain.current_royalties',
  ],
  compute: ({ decoded: { transactions } }) => ({
    collections: rowsOf(transactions, (tokens) => tokens.collections, toCollectionRow),
    ownerships: rowsOf(transactions, (tokens) => tokens.ownerships, toOwnershipRow),
    pendingClaims: rowsOf(transactions, (tokens) => tokens.pendingClaims, toPendingClaimRow),
    royalties: rowsOf(transactions, (tokens) => tokens.royalties, toRoyaltyRow),
  }),
  write: (db, rows) => [
    writeRows(db, collections, rows.collections, newer),
    writeRows(db, tokenOwnerships, rows.ownerships, newer),
    writeRows(db, pendingClaims, rows.pendingClaims, newer),
    writeRows(db, royalties, rows.royalties, newer),
  ],
})

/** Logs token events, and transfers of other objects, under Aptos' names. */
export const tokenActivitiesPhase = definePhase({
  name: 'token-activities',
  needs: { decoded: decodePhase },
  writes: ['chain.token_activities_v2'],
  compute: ({ decoded: { transactions } }) => rowsOf(transactions, loggedActivities, toTokenActivityRow),
  write: (db, rows, { batch }) => [writeRows(db, tokenActivities, rows, insertConflict(batch))],
})

function loggedActivities({ activities, objectTransfers = [] }: TokenChanges): readonly TokenActivity[] {
  return [...activities, ...objectTransfers]
}

function rowsOf<Change, Row>(
  batch: readonly IndexedTransaction[],
  changes: (tokens: IndexedTransaction['tokens']) => readonly Change[],
  toRow: (at: WrittenAt, change: Change) => Row,
): readonly Row[] {
  return batch.flatMap((indexed) => {
    const at = writtenAt(indexed.transaction)
    return changes(indexed.tokens).map((change) => toRow(at, change))
  })
}

/** The two columns that version every state row. */
interface WrittenAt {
  readonly last_transaction_version: bigint
  readonly last_transaction_timestamp: string
}

function writtenAt(transaction: ChainTransaction): WrittenAt {
  return {
    last_transaction_version: transaction.version,
    last_transaction_timestamp: formatMicros(transaction.timestampMicros),
  }
}

function toCollectionRow(at: WrittenAt, change: CollectionChange): CollectionRow {
  return {
    collection_id: change.collectionId,
    creator_address: change.creatorAddress,
    collection_name: change.collectionName,
    description: change.description,
    uri: change.uri,
    current_supply: change.currentSupply,
    max_supply: change.maxSupply,
    total_minted_v2: change.totalMintedV2,
    mutable_description: change.mutableDescription,
    mutable_uri: change.mutableUri,
    table_handle_v1: change.tableHandleV1,
    token_standard: change.tokenStandard,
    collection_properties: change.collectionProperties,
    ...at,
  }
}

function toTokenDataRow(at: WrittenAt, change: TokenDataChange): TokenDataRow {
  return {
    token_data_id: change.tokenDataId,
    collection_id: change.collectionId,
    token_name: change.tokenName,
    description: change.description,
    token_uri: change.tokenUri,
    token_properties: change.tokenProperties,
    maximum: change.maximum,
    supply: change.supply,
    largest_property_version_v1: change.largestPropertyVersionV1,
    token_standard: change.tokenStandard,
    is_fungible_v2: change.isFungibleV2,
    decimals: change.decimals,
    is_deleted_v2: change.isDeletedV2,
    ...at,
  }
}

function toOwnershipRow(at: WrittenAt, change: OwnershipChange): TokenOwnershipRow {
  return {
    token_data_id: change.tokenDataId,
    property_version_v1: change.propertyVersionV1,
    owner_address: change.ownerAddress,
    storage_id: change.storageId,
    amount: change.amount,
    token_standard: change.tokenStandard,
    table_type_v1: change.tableTypeV1,
    token_properties_mutated_v1: change.tokenPropertiesMutatedV1,
    is_soulbound_v2: change.isSoulboundV2,
    is_fungible_v2: change.isFungibleV2,
    non_transferrable_by_owner: change.nonTransferrableByOwner,
    ...at,
  }
}

function toPendingClaimRow(at: WrittenAt, change: PendingClaimChange): PendingClaimRow {
  return {
    token_data_id_hash: change.tokenDataId.slice(2),
    property_version: change.propertyVersion,
    from_address: change.fromAddress,
    to_address: change.toAddress,
    collection_data_id_hash: change.collectionId.slice(2),
    creator_address: change.creatorAddress,
    collection_name: change.collectionName,
    name: change.name,
    amount: change.amount,
    table_handle: change.tableHandle,
    token_data_id: change.tokenDataId,
    collection_id: change.collectionId,
    ...at,
  }
}

function toRoyaltyRow(at: WrittenAt, change: RoyaltyChange): RoyaltyRow {
  return {
    object_address: change.objectAddress,
    payee_address: change.payeeAddress,
    numerator: change.numerator,
    denominator: change.denominator,
    last_transaction_version: at.last_transaction_version,
  }
}

function toTokenActivityRow(at: WrittenAt, activity: TokenActivity): TokenActivityRow {
  return {
    transaction_version: at.last_transaction_version,
    event_index: BigInt(activity.eventIndex),
    event_account_address: activity.eventAccountAddress,
    token_data_id: activity.tokenDataId,
    property_version_v1: activity.propertyVersionV1,
    type: activity.type,
    from_address: activity.fromAddress,
    to_address: activity.toAddress,
    token_amount: activity.tokenAmount,
    before_value: activity.beforeValue,
    after_value: activity.afterValue,
    entry_function_id_str: activity.entryFunctionIdStr,
    token_standard: activity.tokenStandard,
    is_fungible_v2: activity.isFungibleV2,
    transaction_timestamp: at.last_transaction_timestamp,
  }
}
