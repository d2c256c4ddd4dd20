import { type Address, addressAt, parseAddress } from '../address.ts'
import type { ChainChange, ChainEvent, ChainTransaction, WriteResource } from '../chain-transaction.ts'
import { type Json, jsonAt } from '../json.ts'
import { APT_COIN_TYPE, APT_METADATA_ADDRESS } from '../payload.ts'
import { userDerivedObjectAddress } from '../tokens/token-id.ts'

/** Events of a mint. @source 0x4::collection, 0x3::token */
export const MINT_EVENT_TYPES: ReadonlySet<string> = new Set([
  '0x4::collection::MintEvent',
  '0x4::collection::Mint',
  '0x4::collection::ConcurrentMintEvent',
  '0x3::token::MintTokenEvent',
  '0x3::token::Mint',
  '0x3::token::MintToken',
])

const APT_METADATA = parseAddress(APT_METADATA_ADDRESS)
/** An account's store of APT as a coin. Every payment from it writes it, and it names the handles of its events. */
export const PAYMENT_STORE_TYPE = `0x1::coin::CoinStore<${APT_COIN_TYPE}>`

/** Events that say who gave or got APT, with the sign of what the account named in them has left. */
const SIGNS: ReadonlyMap<string, bigint> = new Map([
  ['0x1::coin::WithdrawEvent', 1n],
  ['0x1::coin::CoinWithdraw', 1n],
  ['0x1::fungible_asset::Withdraw', 1n],
  ['0x1::coin::DepositEvent', -1n],
  ['0x1::coin::CoinDeposit', -1n],
  ['0x1::fungible_asset::Deposit', -1n],
])
/** Types of the events of payments in APT. */
export const PAYMENT_EVENT_TYPES: ReadonlySet<string> = new Set(SIGNS.keys())

/**
 * Returns whether a change names which of an account's event handles belong to APT. Handle events do not name
 * their coin.
 */
export function isPaymentStore(change: ChainChange, sender: Address | null): change is WriteResource {
  return change.kind === 'write-resource' && change.type === PAYMENT_STORE_TYPE && change.address === sender
}

/**
 * Returns octas that the sender of a transaction gave away in it, gas aside; 0 when it got more than it gave. Null
 * when it gave something other than APT: what that was worth is not known.
 */
export function paidBySender({ sender, events, changes }: Payment): bigint | null {
  if (sender === null) return 0n
  const places: Places = {
    sender,
    store: userDerivedObjectAddress(sender, APT_METADATA),
    handles: changes.find((change) => isPaymentStore(change, sender))?.data ?? null,
  }
  if (gaveOtherCoins(events, places)) return null
  const paid = sumOf(events.filter((event) => concerns(event, places)))
  return paid > 0n ? paid : 0n
}

function sumOf(events: readonly ChainEvent[]): bigint {
  return events.reduce((sum, { type, data }) => sum + (SIGNS.get(type) ?? 0n) * octasOf(jsonAt(data, 'amount')), 0n)
}

/**
 * Returns whether another coin was paid. Events of a fungible asset store do not name its owner; a store that APT
 * only passes through ends with the balance it began with.
 */
function gaveOtherCoins(events: readonly ChainEvent[], places: Places): boolean {
  const others = events.filter((event) => PAYMENT_EVENT_TYPES.has(event.type) && !concerns(event, places))
  const coins = others.filter((event) => isOfSendersCoins(event, places.sender))
  const stores = others.filter(({ type }) => type.startsWith('0x1::fungible_asset::'))
  const byPlace = [Map.groupBy(coins, coinOf), Map.groupBy(stores, ({ data }) => addressAt(data, 'store'))]
  return byPlace.some((places) => [...places.values()].some((of) => sumOf(of) > 0n))
}

function isOfSendersCoins({ type, accountAddress, data }: ChainEvent, sender: Address): boolean {
  if (type === '0x1::coin::WithdrawEvent' || type === '0x1::coin::DepositEvent') return accountAddress === sender
  return type.startsWith('0x1::coin::') && addressAt(data, 'account') === sender
}

/** Events of a handle do not name their coin: withdrawals and deposits through handles are offset against each other. */
function coinOf({ data }: ChainEvent): unknown {
  return jsonAt(data, 'coin_type') ?? null
}

type Payment = Pick<ChainTransaction, 'sender' | 'events' | 'changes'>

/** Stores and handles that hold the sender's APT. */
interface Places {
  readonly sender: Address
  /** As a fungible asset. */
  readonly store: Address
  /** Its store as a coin, as the transaction left it; null when it did not touch it. */
  readonly handles: Json
}

function concerns(
  { type, accountAddress, creationNumber, data }: ChainEvent,
  { sender, store, handles }: Places,
): boolean {
  switch (type) {
    case '0x1::coin::WithdrawEvent':
      return accountAddress === sender && handleAt(handles, 'withdraw_events') === String(creationNumber)
    case '0x1::coin::DepositEvent':
      return accountAddress === sender && handleAt(handles, 'deposit_events') === String(creationNumber)
    case '0x1::coin::CoinWithdraw':
    case '0x1::coin::CoinDeposit':
      return addressAt(data, 'account') === sender && jsonAt(data, 'coin_type') === APT_COIN_TYPE
    case '0x1::fungible_asset::Withdraw':
    case '0x1::fungible_asset::Deposit':
      return addressAt(data, 'store') === store
    default:
      return false
  }
}

function handleAt(store: Json, events: string): Json | undefined {
  return jsonAt(store, `${events}.guid.id.creation_num`)
}

function octasOf(amount: unknown): bigint {
  return typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : 0n
}
