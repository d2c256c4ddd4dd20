import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { MarketplaceContracts } from '../adapter.ts'

/** The folder's name, stored in rows. */
export const BLUEMOVE_ID = 'bluemove'

/** For v2 tokens, of the Aptos example. @source other people's models and clients, docs/reference/marketplace-contracts.md#bluemove-addresses */
const PACKAGE = parseAddress('0x0d520d8669b0a3de23119898dcdff3e0a27910db247663646ad18cf16e44c6f5')
/** Its fee schedule. @source three third-party clients, docs/reference/marketplace-contracts.md#bluemove-addresses */
const FEE_SCHEDULE = parseAddress('0xb3e77042cc302994d7ae913d04286f61ecd2dbc4a73f6c7dbcb4333f3524b9d7')

/**
 * For v1 tokens, a contract of its own (`marketplaceV2`, `offer_lib`).
 * @source documentation and clients, docs/reference/marketplace-contracts.md#bluemove-addresses
 */
export const PACKAGE_V1 = parseAddress('0xd1fd99c1944b84d1670a2536417e997864ad12303d19eac725891691b04d614e')
/**
 * Receiver of the commission of v1 sales.
 * @source an analytics model, docs/reference/marketplace-contracts.md#bluemove-addresses
 */
export const FEE_RECEIVER_V1 = parseAddress('0x6fa430a236dcae28b60bfd93d5a96f2225e0357bd1542b2b8da4a430bdceed64')

const MAINNET: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: FEE_SCHEDULE,
  /** Not read from a sale: none is known. @source docs/product/trading.md#fees */
  commission: { numerator: 25n, denominator: 1000n },
  status: 'active',
}

/** The localnet holds both contracts at mainnet's addresses; no testnet deployment is known. */
export const BLUEMOVE_CONTRACTS: Readonly<Record<NetworkName, MarketplaceContracts | null>> = {
  local: MAINNET,
  mainnet: MAINNET,
  testnet: null,
}
