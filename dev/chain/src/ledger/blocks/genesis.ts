import { type Address, parseAddress } from '@opal/domain/address'
import { sha3 } from '../crypto/sha3.ts'
import { ExecutionContext } from '../execution/execution-context.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { ACCOUNT, FAUCET_ADDRESS, faucetAccount, newAccount } from '../state/accounts.ts'
import {
  APT_METADATA,
  COIN_SUPPLY_HANDLE,
  CONCURRENT_SUPPLY,
  fungibleSupply,
  MAX_U128,
  registerCoinStore,
  writeCoinSupply,
} from '../state/apt-state.ts'
import { eventHandle, newObjectCore, OBJECT_CORE } from '../state/objects.ts'
import type { Overlay } from '../state/overlay.ts'
import { BLOCK_RESOURCE, CONFIGURATION, EPOCH_MICROS, TIMESTAMP } from './block-state.ts'

/** The framework's address. */
export const FRAMEWORK = parseAddress('0x1')
export const CHAIN_ID = '0x1::chain_id::ChainId'
/** Addresses 0x1 to 0xf are the framework's. */
const SPECIAL = /^0x0{63}/
/** The faucet's balance at genesis: a billion APT. */
export const FAUCET_OCTAS = 100_000_000_000_000_000n

/**
 * Writes what must exist before the first transaction: the chain's own resources, APT, the faucet, and whatever the
 * published modules bring.
 */
export function writeGenesis(overlay: Overlay, modules: ModuleRegistry, chainId: number, nowMicros: bigint): void {
  writeChain(overlay, chainId, nowMicros)
  writeApt(overlay)
  const authenticationKey = faucetAccount().publicKey.authKey().toString()
  overlay.put(FAUCET_ADDRESS, ACCOUNT, newAccount(FAUCET_ADDRESS, authenticationKey))
  const context = genesisContext(overlay, modules, FRAMEWORK, nowMicros)
  context.apt.mint(FAUCET_OCTAS)
  context.apt.depositFungible(FAUCET_ADDRESS, FAUCET_OCTAS)
  context.apt.settleSupply()
  for (const publisher of publishers(modules))
    registerCoinStore(genesisContext(overlay, modules, publisher, nowMicros), publisher)
  for (const module of modules.all) {
    if (module.genesis === undefined) continue
    const own = genesisContext(overlay, modules, module.address, nowMicros, module.name)
    module.genesis(own)
    own.apt.settleSupply()
  }
}

/** Accounts that published the modules outside of the framework. Like old accounts they hold APT as a coin. */
function publishers(modules: ModuleRegistry): ReadonlySet<Address> {
  return new Set(modules.all.map((module) => module.address).filter((address) => !SPECIAL.test(address)))
}

/** @param moduleName what the module creates gets distinct addresses, also from other modules of its publisher. */
function genesisContext(
  overlay: Overlay,
  modules: ModuleRegistry,
  sender: Address,
  nowMicros: bigint,
  moduleName = '',
): ExecutionContext {
  const transactionHash = sha3('genesis', sender, moduleName)
  const tableSeed = (): Uint8Array => transactionHash
  return new ExecutionContext({ sender, nowMicros, transactionHash, tableSeed, modules }, overlay)
}

function writeChain(overlay: Overlay, chainId: number, nowMicros: bigint): void {
  overlay.put(FRAMEWORK, ACCOUNT, { ...newAccount(FRAMEWORK), guid_creation_num: '5' })
  overlay.put(FRAMEWORK, CHAIN_ID, { id: chainId })
  overlay.put(FRAMEWORK, '0x1::chain_status::GenesisEndMarker', { dummy_field: false })
  overlay.put(FRAMEWORK, TIMESTAMP, { microseconds: nowMicros.toString() })
  overlay.put(FRAMEWORK, CONFIGURATION, {
    epoch: '1',
    events: eventHandle(FRAMEWORK, 2n),
    last_reconfiguration_time: nowMicros.toString(),
  })
  overlay.put(FRAMEWORK, BLOCK_RESOURCE, {
    epoch_interval: EPOCH_MICROS.toString(),
    height: '0',
    new_block_events: eventHandle(FRAMEWORK, 3n),
    update_epoch_interval_events: eventHandle(FRAMEWORK, 4n),
  })
}

function writeApt(overlay: Overlay): void {
  const itself = { inner: '0xa' }
  overlay.put(FRAMEWORK, '0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>', {
    decimals: 8,
    name: 'Aptos Coin',
    supply: { vec: [{ aggregator: { vec: [coinSupplyAggregator()] }, integer: { vec: [] } }] },
    symbol: 'APT',
  })
  writeCoinSupply(overlay, 0n)
  overlay.put(APT_METADATA, OBJECT_CORE, newObjectCore(APT_METADATA, FRAMEWORK, true))
  overlay.put(APT_METADATA, '0x1::coin::PairedCoinType', {
    type: { account_address: '0x1', module_name: hex('aptos_coin'), struct_name: hex('AptosCoin') },
  })
  overlay.put(APT_METADATA, '0x1::coin::PairedFungibleAssetRefs', {
    burn_ref_opt: { vec: [{ metadata: itself }] },
    mint_ref_opt: { vec: [{ metadata: itself }] },
    transfer_ref_opt: { vec: [{ metadata: itself }] },
  })
  overlay.put(APT_METADATA, CONCURRENT_SUPPLY, fungibleSupply(0n))
  overlay.put(APT_METADATA, '0x1::fungible_asset::Metadata', {
    decimals: 8,
    icon_uri: '',
    name: 'Aptos Coin',
    project_uri: '',
    symbol: 'APT',
  })
  overlay.put(APT_METADATA, '0x1::primary_fungible_store::DeriveRefPod', { metadata_derive_ref: { self: '0xa' } })
}

/** @source 0x1::optional_aggregator; handle and key as on mainnet */
function coinSupplyAggregator(): { handle: string; key: string; limit: string } {
  const key = '0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935'
  return { handle: COIN_SUPPLY_HANDLE, key, limit: MAX_U128 }
}

function hex(text: string): string {
  return `0x${Buffer.from(text).toString('hex')}`
}
