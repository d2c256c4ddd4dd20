import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import type { FungibleActivity, StateChanges } from '@opal/domain/state-changes'
import type { OwnershipChange, TokenChanges } from '@opal/domain/tokens/token-change'
import type { IndexedBatch, IndexedTransaction } from '../batch.ts'

/** Chain time of version 0 in test histories; versions are 17 minutes apart, so that histories cross hours. */
const STORY_START_MICROS = 1_700_000_000_000_000n
const STEP_MICROS = 17n * 60_000_000n

export const COLLECTION = parseAddress('0xc0')

/** Returns an address that reads well in a failing test: letters a to f and digits only. */
export function address(hex: string): Address {
  return parseAddress(`0x${hex}`)
}

export function timeOf(version: bigint): bigint {
  return STORY_START_MICROS + version * STEP_MICROS
}

/** Row of a v1 collection under the same id. */
export const COLLECTION_V1 = {
  collection_id: COLLECTION,
  creator_address: address('ce'),
  collection_name: 'Old',
  description: '',
  uri: '',
  current_supply: 1n,
  max_supply: null,
  total_minted_v2: null,
  mutable_description: true,
  mutable_uri: true,
  table_handle_v1: null,
  token_standard: 'v1',
  collection_properties: null,
  last_transaction_version: 0n,
  last_transaction_timestamp: '2026-01-01 00:00:00',
}

/** Returns the common fields of a market event of a test history. */
export function eventBase(version: bigint, index: number, priceOctas: bigint) {
  const raw: ChainEvent = {
    index,
    type: '0xe::events::Event',
    accountAddress: address('e'),
    creationNumber: 1n,
    sequenceNumber: version,
    data: { price: priceOctas.toString() },
  }
  return {
    marketplace: 'opal',
    version,
    timestampMicros: timeOf(version),
    raw,
    collection: { collectionId: COLLECTION, creatorAddress: address('cc'), collectionName: 'Stories' },
    priceOctas,
  }
}

/** Returns a v2 token as events name it. */
export function token(id: Address) {
  return { standard: 'v2' as const, tokenDataId: id, tokenName: 'Story', propertyVersion: null }
}

/** Returns a token's row of one owner, of the v2 standard unless the changes say otherwise. */
export function held(
  tokenDataId: Address,
  ownerAddress: Address,
  amount: bigint,
  changes: Partial<OwnershipChange> = {},
): OwnershipChange {
  return {
    tokenDataId,
    propertyVersionV1: 0n,
    ownerAddress,
    storageId: tokenDataId,
    amount,
    tokenStandard: 'v2',
    tableTypeV1: null,
    tokenPropertiesMutatedV1: null,
    isSoulboundV2: null,
    isFungibleV2: null,
    nonTransferrableByOwner: null,
    ...changes,
  }
}

/** Returns owner rows of a token that passes from one address to another. */
export function passes(id: Address, from: Address | null, to: Address): readonly OwnershipChange[] {
  return from === null || from === to ? [held(id, to, 1n)] : [held(id, from, 0n), held(id, to, 1n)]
}

/** Returns a token's own row, which names its collection. */
export function described(id: Address): TokenChanges['tokenDatas'][number] {
  return {
    tokenDataId: id,
    collectionId: COLLECTION,
    tokenName: 'Story',
    description: '',
    tokenUri: '',
    tokenProperties: {},
    maximum: null,
    supply: null,
    largestPropertyVersionV1: null,
    tokenStandard: 'v2',
    isFungibleV2: false,
    decimals: null,
    isDeletedV2: false,
  }
}

/** Returns one transaction of a test history. */
export function indexed(
  version: bigint,
  market: readonly MarketEvent[],
  tokens: Partial<TokenChanges> = {},
): IndexedTransaction {
  const transaction: ChainTransaction = {
    version,
    hash: `0x${version.toString(16).padStart(64, '0')}`,
    blockHeight: version,
    epoch: 1n,
    timestampMicros: timeOf(version),
    success: true,
    sender: null,
    entryFunction: null,
    gasUsed: 0n,
    gasUnitPrice: 0n,
    events: market.map((event) => event.raw),
    changes: [],
  }
  return {
    transaction,
    market,
    tokens: {
      collections: [],
      tokenDatas: [],
      ownerships: [],
      activities: [],
      pendingClaims: [],
      royalties: [],
      ...tokens,
    },
  }
}

/** Returns a batch that ends with its newest transaction. */
export function batchOf(transactions: readonly IndexedTransaction[], chainId = 4): IndexedBatch {
  const versions = transactions.map(({ transaction }) => transaction.version)
  const last = versions.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n
  return {
    transactions,
    position: { stream: 'main', chainId, nextVersion: last + 1n, lastTimestampMicros: timeOf(last) },
    stops: [],
  }
}

/** Returns the changes of a transaction that sends 5 octas of APT. */
export function aptTransfer(version: bigint, from: Address, to: Address, octas = 5n): StateChanges {
  const activity = (eventIndex: number, type: string, ownerAddress: Address): FungibleActivity => ({
    eventIndex,
    ownerAddress,
    storageId: ownerAddress,
    assetType: '0x1::aptos_coin::AptosCoin',
    isFrozen: null,
    amount: octas,
    type,
    isGasFee: false,
    gasFeePayerAddress: null,
    isTransactionSuccess: true,
    entryFunctionIdStr: null,
    tokenStandard: 'v1',
    storageRefundAmount: 0n,
  })
  const activities = [activity(0, '0x1::coin::WithdrawEvent', from), activity(1, '0x1::coin::DepositEvent', to)]
  return {
    version,
    blockHeight: version,
    timestampMicros: timeOf(version),
    fungible: { balances: [], activities, metadata: [], coinPairs: [] },
    names: { lookups: [], primaryNames: [] },
    objects: { written: [], deleted: [], history: null },
    transactions: { users: [], authKeys: [], publicKeys: [], tableItems: [] },
  }
}
