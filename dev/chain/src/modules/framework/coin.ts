import type { Address } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { FAUCET_ADDRESS } from '../../ledger/state/accounts.ts'
import { APT_COIN_STORE, type AptSupply, registerCoinStore } from '../../ledger/state/apt-state.ts'
import { ANY_TYPE, asExecution, callable, entry, FRAMEWORK, STRING, struct, view } from '../define.ts'
import { MoveAbort, type MoveContext, type MoveModule, type MoveValue } from '../move-module.ts'

/** @source 0x1::coin, for APT alone */
export const coin: MoveModule = {
  address: FRAMEWORK,
  name: 'coin',
  structs: [
    struct('Coin', { value: 'u64' }, ['store'], 1),
    struct(
      'CoinStore',
      {
        coin: '0x1::coin::Coin<T0>',
        frozen: 'bool',
        deposit_events: '0x1::event::EventHandle<0x1::coin::DepositEvent>',
        withdraw_events: '0x1::event::EventHandle<0x1::coin::WithdrawEvent>',
      },
      ['key'],
      1,
    ),
    struct('DepositEvent', { amount: 'u64' }, ['drop', 'store']),
    struct('WithdrawEvent', { amount: 'u64' }, ['drop', 'store']),
  ],
  functions: [
    entry(
      'transfer',
      ['&signer', 'address', 'u64'],
      (context, types, args) => {
        const [to, octas] = args as readonly [Address, bigint]
        assertIsApt(types[0])
        context.withdrawApt(context.sender, octas)
        context.depositApt(to, octas)
      },
      ANY_TYPE,
    ),
    callable(
      'withdraw',
      ['&signer', 'u64'],
      ['0x1::coin::Coin<T0>'],
      (context, types, args) => {
        const [octas] = args as readonly [bigint]
        assertIsApt(types[0])
        context.withdrawApt(context.sender, octas)
        return [{ value: octas.toString() }]
      },
      ANY_TYPE,
    ),
    callable(
      'deposit',
      ['address', '0x1::coin::Coin<T0>'],
      [],
      (context, types, args) => {
        const [to, coins] = args
        assertIsApt(types[0])
        context.depositApt(to as Address, octasOf(coins))
      },
      ANY_TYPE,
    ),
    view(
      'balance',
      ['address'],
      ['u64'],
      (context, types, args) => {
        const [owner] = args as readonly [Address]
        return [balanceOf(context, types[0], owner)]
      },
      ANY_TYPE,
    ),
    view(
      'is_balance_at_least',
      ['address', 'u64'],
      ['bool'],
      (context, types, args) => {
        const [owner, amount] = args as readonly [Address, bigint]
        return [balanceOf(context, types[0], owner) >= amount]
      },
      ANY_TYPE,
    ),
    view('is_coin_initialized', [], ['bool'], (_context, types) => [types[0] === APT_COIN_TYPE], ANY_TYPE),
    view('is_account_registered', ['address'], ['bool'], (_context, types) => [types[0] === APT_COIN_TYPE], ANY_TYPE),
    view(
      'is_coin_store_frozen',
      ['address'],
      ['bool'],
      (context, _types, args) => {
        const [owner] = args as readonly [Address]
        return [context.getResource(owner, APT_COIN_STORE)?.frozen === true]
      },
      ANY_TYPE,
    ),
    view('name', [], [STRING], (_context, types) => forApt(types, 'Aptos Coin'), ANY_TYPE),
    view('symbol', [], [STRING], (_context, types) => forApt(types, 'APT'), ANY_TYPE),
    view('decimals', [], ['u8'], (_context, types) => forApt(types, 8), ANY_TYPE),
    view(
      'supply',
      [],
      ['0x1::option::Option<u128>'],
      (context, types) => {
        assertIsApt(types[0])
        const supply = aptSupply(context)
        return [{ vec: [(supply.coin + supply.fungible).toString()] }]
      },
      ANY_TYPE,
    ),
    view(
      'coin_supply',
      [],
      ['0x1::option::Option<u128>'],
      (context, types) => {
        assertIsApt(types[0])
        return [{ vec: [aptSupply(context).coin.toString()] }]
      },
      ANY_TYPE,
    ),
    view(
      'paired_metadata',
      [],
      ['0x1::option::Option<0x1::object::Object<0x1::fungible_asset::Metadata>>'],
      (_context, types) => [{ vec: types[0] === APT_COIN_TYPE ? [{ inner: '0xa' }] : [] }],
      ANY_TYPE,
    ),
    view(
      'paired_coin',
      ['0x1::object::Object<0x1::fungible_asset::Metadata>'],
      ['0x1::option::Option<0x1::type_info::TypeInfo>'],
      (context, _types, args) => {
        const [metadata] = args as readonly [Address]
        const paired = context.getResource(metadata, '0x1::coin::PairedCoinType')
        return [{ vec: paired === null ? [] : [paired.type ?? null] }]
      },
    ),
  ],
}

/** Returns the octas of a `Coin` that a script holds. */
function octasOf(coins: MoveValue | undefined): bigint {
  return BigInt((coins as unknown as { readonly value: string }).value)
}

/** Unknown coins have no balances. */
function balanceOf(context: MoveContext, coinType: string | undefined, owner: Address): bigint {
  return coinType === APT_COIN_TYPE ? context.balanceApt(owner) : 0n
}

function forApt<Value>(types: readonly string[], value: Value): readonly [Value] {
  assertIsApt(types[0])
  return [value]
}

function aptSupply(context: MoveContext): AptSupply {
  return asExecution(context).aptSupply()
}

/** @source 0x1::aptos_coin: `mint` exists on test networks only */
export const aptosCoin: MoveModule = {
  address: FRAMEWORK,
  name: 'aptos_coin',
  structs: [struct('AptosCoin', { dummy_field: 'bool' })],
  functions: [
    entry('mint', ['&signer', 'address', 'u64'], (context, _types, args) => {
      const [to, octas] = args as readonly [Address, bigint]
      if (context.sender !== FAUCET_ADDRESS) throw noCapabilities()
      asExecution(context).apt.mint(octas)
      context.depositApt(to, octas)
    }),
  ],
}

function noCapabilities(): MoveAbort {
  const text = 'Account does not have mint capability'
  return new MoveAbort('0x1::aptos_coin', 0x10001n, 'ENO_CAPABILITIES', text)
}

/**
 * This chain has one coin.
 * @throws MoveAbort for any other coin type, as for one that was not published.
 */
export function assertIsApt(coinType: string | undefined): void {
  if (coinType === APT_COIN_TYPE) return
  const text = "CoinType hasn't been published as a coin"
  throw new MoveAbort('0x1::coin', 0x60003n, 'ECOIN_INFO_NOT_PUBLISHED', text)
}

/** @source 0x1::managed_coin: the entry function by which an account asks for a coin store */
export const managedCoin: MoveModule = {
  address: FRAMEWORK,
  name: 'managed_coin',
  structs: [],
  functions: [
    entry(
      'register',
      ['&signer'],
      (context, types) => {
        assertIsApt(types[0])
        registerCoinStore(asExecution(context), context.sender)
      },
      ANY_TYPE,
    ),
  ],
}
