import { type Address, addressAt, parseAddress, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE, APT_METADATA_ADDRESS } from '@opal/domain/payload'
import { OBJECT_CORE, writtenResource } from './event-reader.ts'

const HANDLE_DEPOSIT = '0x1::coin::DepositEvent'
const MODULE_DEPOSIT = '0x1::coin::CoinDeposit'
const STORE_DEPOSIT = '0x1::fungible_asset::Deposit'
const COIN_STORE = `0x1::coin::CoinStore<${APT_COIN_TYPE}>`
const FUNGIBLE_STORE = '0x1::fungible_asset::FungibleStore'
const APT_METADATA = parseAddress(APT_METADATA_ADDRESS)

/** Events of money arriving, in any coin. @source 0x1::coin, 0x1::fungible_asset */
export const DEPOSIT_EVENT_TYPES = [HANDLE_DEPOSIT, MODULE_DEPOSIT, STORE_DEPOSIT] as const
/** Resources that name the coin of a deposit, which two of the three events leave out, and the owner of a fungible store. */
export const DEPOSIT_RESOURCE_TYPES = [COIN_STORE, FUNGIBLE_STORE, OBJECT_CORE] as const

const U64 = /^\d{1,20}$/
const DEPOSITS: ReadonlySet<string> = new Set(DEPOSIT_EVENT_TYPES)

/** A deposit of APT. */
export interface AptDeposit {
  /** An account; one of its fungible stores, where the transaction does not say whose it is. */
  readonly to: Address
  readonly place: 'account' | 'store'
  readonly octas: bigint
}

/** Returns whether a coin type is APT: the chain writes addresses in types padded or not. @source 0x1::type_info::type_name */
export function isAptType(type: string): boolean {
  const [address = '', ...names] = type.split('::')
  const parsed = toAddressOrNull(address)
  return parsed !== null && [toShortAddress(parsed), ...names].join('::') === APT_COIN_TYPE
}

/** Returns whether an event is a deposit, in any coin. */
export function isDeposit({ type }: ChainEvent): boolean {
  return DEPOSITS.has(type)
}

/**
 * Returns a deposit's receiver and octas; null for anything that is not certainly APT. Anyone can make a coin, so the receiver's store
 * in the write set has to bear the deposit out.
 */
export function aptDeposit(transaction: ChainTransaction, event: ChainEvent): AptDeposit | null {
  const amount = jsonAt(event.data, 'amount')
  if (typeof amount !== 'string' || !U64.test(amount)) return null
  const found = placeOf(transaction, event)
  return found === null ? null : { ...found, octas: BigInt(amount) }
}

function placeOf(transaction: ChainTransaction, event: ChainEvent): Omit<AptDeposit, 'octas'> | null {
  const { type, data, accountAddress } = event
  if (type === HANDLE_DEPOSIT) {
    return isOnAptStore(transaction, event) ? { to: accountAddress, place: 'account' } : null
  }
  if (type === MODULE_DEPOSIT) {
    const to = addressAt(data, 'account')
    const coinType = jsonAt(data, 'coin_type')
    return to !== null && typeof coinType === 'string' && isAptType(coinType) ? { to, place: 'account' } : null
  }
  const store = type === STORE_DEPOSIT ? addressAt(data, 'store') : null
  if (store === null) return null
  const metadata = addressAt(writtenResource(transaction, store, FUNGIBLE_STORE) ?? null, 'metadata.inner')
  if (metadata !== APT_METADATA) return null
  const owner = addressAt(writtenResource(transaction, store, OBJECT_CORE) ?? null, 'owner')
  return owner === null ? { to: store, place: 'store' } : { to: owner, place: 'account' }
}

/** An account has a handle for each coin; that of APT is named by its store. */
function isOnAptStore(transaction: ChainTransaction, { accountAddress, creationNumber }: ChainEvent): boolean {
  const store = writtenResource(transaction, accountAddress, COIN_STORE)
  return jsonAt(store ?? null, 'deposit_events.guid.id.creation_num') === String(creationNumber)
}
