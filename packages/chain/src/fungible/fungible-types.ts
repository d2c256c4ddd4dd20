import { parseAddress } from '@opal/domain/address'

/** Framework types that coin and fungible asset rows are made of. @source 0x1::coin, 0x1::fungible_asset */
export const COIN_STORE = '0x1::coin::CoinStore'
export const COIN_INFO = '0x1::coin::CoinInfo'
export const PAIRED_COIN_TYPE = '0x1::coin::PairedCoinType'
export const FUNGIBLE_STORE = '0x1::fungible_asset::FungibleStore'
export const CONCURRENT_BALANCE = '0x1::fungible_asset::ConcurrentFungibleBalance'
export const FEE_STATEMENT = '0x1::transaction_fee::FeeStatement'
export const STORE_DELETION = '0x1::fungible_asset::FungibleStoreDeletion'
/** Says which coin the handles of a deleted coin store were of. The deletions of before name the handles alone. */
export const COIN_STORE_DELETION = '0x1::coin::CoinStoreDeletion'
/** Type of a gas fee in official rows; the chain has no such event. */
export const GAS_FEE = '0x1::aptos_coin::GasFeeEvent'

/** The fungible asset that APT is. @source 0x1::coin::create_and_return_paired_metadata_if_not_exist */
export const APT_METADATA = parseAddress('0xa')

/** Events about coin stores: handle events, which do not name the coin, and the module events that replace them. */
export const COIN_HANDLE_EVENTS: ReadonlySet<string> = new Set(['0x1::coin::WithdrawEvent', '0x1::coin::DepositEvent'])
export const COIN_MODULE_EVENTS: ReadonlySet<string> = new Set(['0x1::coin::CoinWithdraw', '0x1::coin::CoinDeposit'])

/** Events about stores of fungible assets; module events name the store, handle events sit on it. */
export const STORE_HANDLE_EVENTS: ReadonlySet<string> = new Set([
  '0x1::fungible_asset::WithdrawEvent',
  '0x1::fungible_asset::DepositEvent',
  '0x1::fungible_asset::FrozenEvent',
])
export const STORE_MODULE_EVENTS: ReadonlySet<string> = new Set([
  '0x1::fungible_asset::Withdraw',
  '0x1::fungible_asset::Deposit',
  '0x1::fungible_asset::Frozen',
])

/** Resource types without their arguments that are read. */
export const FUNGIBLE_RESOURCE_TYPES: ReadonlySet<string> = new Set([
  COIN_STORE,
  COIN_INFO,
  PAIRED_COIN_TYPE,
  FUNGIBLE_STORE,
  CONCURRENT_BALANCE,
  '0x1::object::ObjectCore',
  '0x1::fungible_asset::Metadata',
  '0x1::fungible_asset::Supply',
  '0x1::fungible_asset::ConcurrentSupply',
])
