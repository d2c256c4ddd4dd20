import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { MarketplaceContracts } from '../adapter.ts'

/** The folder's name, stored in rows. */
export const OPAL_ID = 'opal'

/**
 * The native marketplace's package.
 * @source event types and entry functions of mainnet 2382251863
 */
const PACKAGE = parseAddress('0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9')

/**
 * Its FeeSchedule object: argument of listings and offers, owner of the event handles.
 * @source event key account of mainnet 2382251863
 */
const FEE_SCHEDULE = parseAddress('0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08')

const MAINNET: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: FEE_SCHEDULE,
  /** @source fee_schedule::PercentageRateCommission in mainnet 2382251863 */
  commission: { numerator: 15n, denominator: 1000n },
  status: 'active',
}

/** The buyer in the terms of a listing that anyone may buy. @source contracts/marketplace listing_terms::Terms */
export const ANY_BUYER = ZERO_ADDRESS

/** The localnet holds our own package at mainnet's addresses; no testnet deployment is known. */
export const OPAL_CONTRACTS: Readonly<Record<NetworkName, MarketplaceContracts | null>> = {
  local: { ...MAINNET, hasGuardedCalls: true },
  mainnet: MAINNET,
  testnet: null,
}
