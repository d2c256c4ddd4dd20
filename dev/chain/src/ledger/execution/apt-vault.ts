import { type Address, toShortAddress } from '@opal/domain/address'
import { MoveAbort, type MoveContext, type MoveResource } from '../../modules/move-module.ts'
import { aptStoreAddress } from '../state/addresses.ts'
import {
  APT_COIN_STORE,
  APT_METADATA,
  CONCURRENT_SUPPLY,
  coinStoreBalance,
  FUNGIBLE_STORE,
  fungibleStoreBalance,
  fungibleSupply,
  readAptSupply,
  writeCoinSupply,
} from '../state/apt-state.ts'
import { newObjectCore, OBJECT_CORE } from '../state/objects.ts'
import type { Overlay } from '../state/overlay.ts'

const WITHDRAW_EVENT = '0x1::coin::WithdrawEvent'
const DEPOSIT_EVENT = '0x1::coin::DepositEvent'

/**
 * APT as both things it is: a `Coin` in coin stores and escrows, a fungible asset in primary stores. Money that
 * was withdrawn counts as `Coin` until it is deposited, so the supply is the same before and after every move.
 * @source 0x1::coin: calculate_amount_to_withdraw, coin_to_fungible_asset
 */
export class AptVault {
  readonly #overlay: Overlay
  readonly #context: MoveContext
  #coinDelta = 0n
  #fungibleDelta = 0n

  constructor(overlay: Overlay, context: MoveContext) {
    this.#overlay = overlay
    this.#context = context
  }

  balance(account: Address): bigint {
    const coins = coinStoreBalance(this.#coinStore(account)) ?? 0n
    return coins + (fungibleStoreBalance(this.#fungibleStore(account)) ?? 0n)
  }

  /** Takes coins first, then from the primary store. @throws MoveAbort EINSUFFICIENT_BALANCE */
  withdraw(from: Address, octas: bigint): void {
    const { coins, fungible } = this.#takeFrom(from, octas, true)
    if (coins > 0n) this.#context.emitOnHandle(from, APT_COIN_STORE, 'withdraw_events', WITHDRAW_EVENT, amountOf(coins))
    if (fungible > 0n) this.#emitFungible('Withdraw', from, fungible)
    this.#coinDelta += fungible
    this.#fungibleDelta -= fungible
  }

  /** Takes from the primary store alone. @source 0x1::primary_fungible_store::withdraw */
  withdrawFungible(from: Address, octas: bigint): void {
    if (octas === 0n) return
    this.#takeFungible(from, octas)
    this.#emitFungible('Withdraw', from, octas)
    this.#coinDelta += octas
    this.#fungibleDelta -= octas
  }

  deposit(to: Address, octas: bigint): void {
    const store = this.#coinStore(to)
    if (store === null) this.depositFungible(to, octas)
    else this.#depositCoins(to, store, octas)
  }

  /** Puts into the primary store, which is made when missing. */
  depositFungible(to: Address, octas: bigint): void {
    const address = aptStoreAddress(to)
    const store = this.#fungibleStore(to) ?? this.createPrimaryStore(to)
    if (octas === 0n) return
    const balance = (fungibleStoreBalance(store) ?? 0n) + octas
    this.#context.putResource(address, FUNGIBLE_STORE, { ...store, balance: balance.toString() })
    this.#emitFungible('Deposit', to, octas)
    this.#coinDelta -= octas
    this.#fungibleDelta += octas
  }

  /** @source 0x1::primary_fungible_store::create_primary_store */
  createPrimaryStore(owner: Address): MoveResource {
    const address = aptStoreAddress(owner)
    const store = { balance: '0', frozen: false, metadata: { inner: toShortAddress(APT_METADATA) } }
    this.#context.putResource(address, OBJECT_CORE, newObjectCore(address, owner, false))
    this.#context.putResource(address, FUNGIBLE_STORE, store)
    return store
  }

  /** Burns gas without a withdraw event. @throws MoveAbort EINSUFFICIENT_BALANCE */
  burnGas(payer: Address, octas: bigint): void {
    const { coins, fungible } = this.#takeFrom(payer, octas, false)
    this.#coinDelta -= coins
    this.#fungibleDelta -= fungible
  }

  /** Gives back a storage refund that is more than the gas. */
  refund(payer: Address, octas: bigint): void {
    const store = this.#fungibleStore(payer) ?? this.createPrimaryStore(payer)
    const balance = (fungibleStoreBalance(store) ?? 0n) + octas
    this.#context.putResource(aptStoreAddress(payer), FUNGIBLE_STORE, { ...store, balance: balance.toString() })
    this.#fungibleDelta += octas
  }

  /** New APT, as the test networks' mint capability makes it. Deposit it with {@link deposit}. */
  mint(octas: bigint): void {
    this.#coinDelta += octas
  }

  /** Writes what the supply became. Call once, when everything else is done. */
  settleSupply(): void {
    const before = readAptSupply(this.#overlay)
    if (this.#coinDelta !== 0n) writeCoinSupply(this.#overlay, before.coin + this.#coinDelta)
    if (this.#fungibleDelta !== 0n) {
      this.#overlay.put(APT_METADATA, CONCURRENT_SUPPLY, fungibleSupply(before.fungible + this.#fungibleDelta))
    }
    this.#coinDelta = 0n
    this.#fungibleDelta = 0n
  }

  #depositCoins(to: Address, store: MoveResource, octas: bigint): void {
    this.#context.putResource(to, APT_COIN_STORE, withCoins(store, (coinStoreBalance(store) ?? 0n) + octas))
    this.#context.emitOnHandle(to, APT_COIN_STORE, 'deposit_events', DEPOSIT_EVENT, amountOf(octas))
  }

  #takeFrom(from: Address, octas: bigint, touchWhenZero: boolean): { coins: bigint; fungible: bigint } {
    const store = this.#coinStore(from)
    const held = coinStoreBalance(store) ?? 0n
    const coins = held < octas ? held : octas
    const fungible = octas - coins
    const fungibleStore = this.#fungibleStore(from)
    // An account with fungible APT pays the rest from there, so the error is about that balance.
    if (fungible > (fungibleStoreBalance(fungibleStore) ?? 0n)) {
      throw fungibleStore === null ? insufficientCoins() : insufficientFungible()
    }
    if (store !== null && (coins > 0n || touchWhenZero)) {
      this.#context.putResource(from, APT_COIN_STORE, withCoins(store, held - coins))
    }
    if (fungible > 0n) this.#takeFungible(from, fungible)
    return { coins, fungible }
  }

  #takeFungible(from: Address, octas: bigint): void {
    const store = this.#fungibleStore(from)
    const balance = fungibleStoreBalance(store) ?? 0n
    if (store === null || balance < octas) throw insufficientFungible()
    const rest = { ...store, balance: (balance - octas).toString() }
    this.#context.putResource(aptStoreAddress(from), FUNGIBLE_STORE, rest)
  }

  #coinStore(account: Address): MoveResource | null {
    return this.#context.getResource(account, APT_COIN_STORE)
  }

  #fungibleStore(account: Address): MoveResource | null {
    return this.#context.getResource(aptStoreAddress(account), FUNGIBLE_STORE)
  }

  #emitFungible(name: 'Withdraw' | 'Deposit', owner: Address, octas: bigint): void {
    const data = { amount: octas.toString(), store: toShortAddress(aptStoreAddress(owner)) }
    this.#context.emit(`0x1::fungible_asset::${name}`, data)
  }
}

function amountOf(octas: bigint): { amount: string } {
  return { amount: octas.toString() }
}

function withCoins(store: MoveResource, octas: bigint): MoveResource {
  return { ...store, coin: { value: octas.toString() } }
}

function insufficientCoins(): MoveAbort {
  const text = 'Not enough coins to complete transaction'
  return new MoveAbort('0x1::coin', 0x10006n, 'EINSUFFICIENT_BALANCE', text)
}

function insufficientFungible(): MoveAbort {
  const text = 'Insufficient balance to withdraw or transfer.'
  return new MoveAbort('0x1::fungible_asset', 0x10004n, 'EINSUFFICIENT_BALANCE', text)
}
