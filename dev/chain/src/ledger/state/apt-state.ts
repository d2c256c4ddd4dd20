import { type Address, parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveResource } from '../../modules/move-module.ts'
import type { ExecutionContext } from '../execution/execution-context.ts'
import type { Overlay } from './overlay.ts'
import type { StateReader } from './state.ts'

/** APT's metadata object. @source 0x1::aptos_coin */
export const APT_METADATA = parseAddress('0xa')
export const APT_COIN_STORE = '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>'
export const FUNGIBLE_STORE = '0x1::fungible_asset::FungibleStore'
export const CONCURRENT_SUPPLY = '0x1::fungible_asset::ConcurrentSupply'
export const MAX_U128 = '340282366920938463463374607431768211455'

/** Table of the coin half of APT's supply. @source the write set of mainnet 602320562 */
export const COIN_SUPPLY_HANDLE = '0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca'
export const COIN_SUPPLY_KEY = '"0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935"'
const COIN_SUPPLY_KEY_BYTES = Buffer.from('0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935', 'hex')

/** Supply of APT as `Coin` (coin stores, escrows) and as fungible asset. Octas. */
export interface AptSupply {
  readonly coin: bigint
  readonly fungible: bigint
}

/** Returns the supply of either form in octas, as the chain counts it. */
export function readAptSupply(state: StateReader): AptSupply {
  const item = state.tableItem(COIN_SUPPLY_HANDLE, COIN_SUPPLY_KEY)
  const supply = state.get(APT_METADATA, CONCURRENT_SUPPLY)?.current as JsonObject | undefined
  return {
    coin: item === null ? 0n : BigInt(JSON.parse(item.value) as string),
    fungible: supply === undefined ? 0n : BigInt(supply.value as string),
  }
}

/** Counts the octas that are coins. */
export function writeCoinSupply(state: Overlay, octas: bigint): void {
  state.putTableItem(COIN_SUPPLY_HANDLE, {
    keyType: 'address',
    key: COIN_SUPPLY_KEY,
    keyBytes: COIN_SUPPLY_KEY_BYTES,
    valueType: 'u128',
    value: `"${octas}"`,
  })
}

/** Returns the supply of APT as a fungible asset. */
export function fungibleSupply(octas: bigint): MoveResource {
  return { current: { max_value: MAX_U128, value: octas.toString() } }
}

/** Returns octas in a coin store; null when the account has none. */
export function coinStoreBalance(store: MoveResource | null): bigint | null {
  return store === null ? null : BigInt((store.coin as JsonObject).value as string)
}

/** Returns octas in a fungible store; null when there is none. */
export function fungibleStoreBalance(store: MoveResource | null): bigint | null {
  return store === null ? null : BigInt(store.balance as string)
}

/** Gives an account a coin store for APT, as older accounts have; one that has it keeps it. @source 0x1::coin::register */
export function registerCoinStore(context: ExecutionContext, account: Address): void {
  if (context.getResource(account, APT_COIN_STORE) !== null) return
  context.putResource(account, APT_COIN_STORE, {
    coin: { value: '0' },
    deposit_events: context.newEventHandle(account),
    frozen: false,
    withdraw_events: context.newEventHandle(account),
  })
}
