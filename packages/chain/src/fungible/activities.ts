import type { Address } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { type FungibleActivity, GAS_FEE_EVENT_INDEX } from '@opal/domain/state-changes'
import { addressField, booleanField, numberField, optionalNumber, textField } from '../tokens/fields.ts'
import { OBJECT_CORE } from '../tokens/token-types.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { normaliseMoveType } from '../transaction/move-type.ts'
import { coinStorageId } from './coin-type.ts'
import {
  COIN_HANDLE_EVENTS,
  COIN_MODULE_EVENTS,
  FEE_STATEMENT,
  FUNGIBLE_STORE,
  GAS_FEE,
  STORE_HANDLE_EVENTS,
  STORE_MODULE_EVENTS,
} from './fungible-types.ts'
import { type StoreDeletion, storeDeletions } from './store-deletions.ts'
import type { WrittenCoins } from './written-coins.ts'

/**
 * Returns the gas burnt for the sender's transaction, also when it failed or when another account paid; null for
 * transactions without a sender. Recorded as a coin activity even if it was paid from a fungible store.
 */
function gasFeeActivity(transaction: ChainTransaction): FungibleActivity | null {
  const { sender, gasUsed, gasUnitPrice, success, entryFunction, feePayer } = transaction
  if (sender === null) return null
  return {
    eventIndex: GAS_FEE_EVENT_INDEX,
    ownerAddress: sender,
    storageId: coinStorageId(sender, APT_COIN_TYPE),
    assetType: APT_COIN_TYPE,
    isFrozen: null,
    amount: gasUsed * gasUnitPrice,
    type: GAS_FEE,
    isGasFee: true,
    gasFeePayerAddress: feePayer ?? null,
    isTransactionSuccess: success,
    entryFunctionIdStr: entryFunction,
    tokenStandard: 'v1',
    storageRefundAmount: storageRefund(transaction),
  }
}

/** Returns the refund of the first fee statement; 0 for old transactions, which have none. */
function storageRefund({ events }: ChainTransaction): bigint {
  const statement = events.find(({ type }) => type === FEE_STATEMENT)
  return statement === undefined ? 0n : (optionalNumber(statement.data, 'storage_fee_refund_octas') ?? 0n)
}

/**
 * Returns the gas fee, and one row for each event about a store of coins or assets.
 * @throws DecodeError
 */
export function fungibleActivities(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  coins: WrittenCoins,
): readonly FungibleActivity[] {
  const fee = gasFeeActivity(transaction)
  const deleted = new Map(storeDeletions(transaction).map((deletion) => [deletion.storageId, deletion]))
  const activities = transaction.events.flatMap((event) => {
    const row = coinActivity(event, coins) ?? storeActivity(event, objects, deleted)
    return row === null ? [] : [{ ...row, entryFunctionIdStr: transaction.entryFunction }]
  })
  return fee === null ? activities : [fee, ...activities]
}

type ActivityDraft = Omit<FungibleActivity, 'entryFunctionIdStr'>

const OF_EVENT = {
  isFrozen: null,
  isGasFee: false,
  gasFeePayerAddress: null,
  isTransactionSuccess: true,
  storageRefundAmount: 0n,
} as const

/** Returns null for other events, and for events whose coin the transaction does not name. */
function coinActivity(event: ChainEvent, coins: WrittenCoins): ActivityDraft | null {
  const { type, data, index, accountAddress, creationNumber } = event
  const isModuleEvent = COIN_MODULE_EVENTS.has(type)
  if (!isModuleEvent && !COIN_HANDLE_EVENTS.has(type)) return null
  const coinType = isModuleEvent
    ? normaliseMoveType(textField(data, type, 'coin_type'))
    : coins.coinOfEvent(accountAddress, creationNumber)
  if (coinType === null) return null
  const owner = isModuleEvent ? addressField(data, type, 'account') : accountAddress
  return {
    ...OF_EVENT,
    eventIndex: index,
    ownerAddress: owner,
    storageId: coinStorageId(owner, coinType),
    assetType: coinType,
    amount: numberField(data, type, 'amount'),
    type,
    tokenStandard: 'v1',
  }
}

/**
 * Returns the activity of a store, with its owner and asset after the transaction. Of a store whose object was deleted with it, the
 * deletion states both. Where the object outlives its store, the asset is null, as in official rows.
 */
function storeActivity(
  event: ChainEvent,
  objects: WrittenObjects,
  deleted: ReadonlyMap<Address, StoreDeletion>,
): ActivityDraft | null {
  const { type, data, index } = event
  const storageId = storeOf(event)
  if (storageId === null) return null
  const core = objects.get(storageId, OBJECT_CORE)
  const store = objects.get(storageId, FUNGIBLE_STORE)
  const deletion = core === null ? (deleted.get(storageId) ?? null) : null
  const isFreezing = type.includes('::Frozen')
  return {
    ...OF_EVENT,
    eventIndex: index,
    ownerAddress: core === null ? (deletion?.ownerAddress ?? null) : addressField(core, OBJECT_CORE, 'owner'),
    storageId,
    assetType: store === null ? (deletion?.assetType ?? null) : addressField(store, FUNGIBLE_STORE, 'metadata.inner'),
    isFrozen: isFreezing ? booleanField(data, type, 'frozen') : null,
    amount: isFreezing ? null : numberField(data, type, 'amount'),
    type,
    tokenStandard: 'v2',
  }
}

function storeOf({ type, data, accountAddress }: ChainEvent): Address | null {
  if (STORE_MODULE_EVENTS.has(type)) return addressField(data, type, 'store')
  return STORE_HANDLE_EVENTS.has(type) ? accountAddress : null
}
