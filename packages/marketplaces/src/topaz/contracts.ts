import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { MarketplaceContracts } from '../adapter.ts'

/** The folder's name, stored in rows. */
export const TOPAZ_ID = 'topaz'

/** @source official documentation of the NFT aggregator and third-party clients, docs/reference/marketplace-contracts.md#topaz-package */
const PACKAGE = parseAddress('0x2c7bccf7b31baf770fdbcc768d9e9cb3d87805e255355df5db32ac9a669010a2')

/** The marketplace ended on 21 August 2024: what is left of it can be taken out, on the localnet as well. */
const MAINNET: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: null,
  /** Not read from a sale: none is known. @source docs/product/trading.md#fees */
  commission: { numerator: 25n, denominator: 1000n },
  status: 'cancel-only',
}

/** No testnet deployment is known. */
export const TOPAZ_CONTRACTS: Readonly<Record<NetworkName, MarketplaceContracts | null>> = {
  local: MAINNET,
  mainnet: MAINNET,
  testnet: null,
}
