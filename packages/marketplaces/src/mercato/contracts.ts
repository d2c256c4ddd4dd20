import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { MarketplaceContracts } from '../adapter.ts'

/** The folder's name, stored in rows. */
export const MERCATO_ID = 'mercato'

/**
 * One package for both standards: `listings`, `biddings`, `markets` for v1 tokens, the same with `_v2` for v2 tokens.
 * It calls itself Tradeport; Mercato is its earlier name.
 * @source event types and entry functions of mainnet 2386809975, 2386133936; docs/reference/marketplace-contracts.md#mercato-package
 */
const PACKAGE = parseAddress('0xe11c12ec495f3989c35e1c6a0af414451223305b579291fc8f3d9d0575a23c26')

/** Receiver of the commission. @source deposits of mainnet 2386455218, 2296098846 */
export const FEE_RECEIVER = parseAddress('0x6a03eb973cd9385d62fc2842d02a4dd6b70e52f5da77a0689e57e48d93fae1b4')

/** All known receivers of commission. @source docs/reference/marketplace-contracts.md#mercato-fees, analytics only */
export const FEE_RECEIVERS = [
  FEE_RECEIVER,
  parseAddress('0x41699a1297fba9645eae628d909966659d2da5a425911c3d7bccd54ffce6606a'),
  PACKAGE,
]

/** Name of this marketplace in the router's calls. @source arguments of mainnet 2382221134 */
export const OWN_NAME = 'TradePort'

const MAINNET: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: null,
  /**
   * 2.5 %, as the chain charges; the product document says 1.5 %.
   * @source 4121500 of 164860000 in mainnet 2386455218; wallets and collections with a rate of their own are not known
   */
  commission: { numerator: 25n, denominator: 1000n },
  status: 'active',
}

/** The localnet holds the marketplace at mainnet's address; no testnet deployment is known. */
export const MERCATO_CONTRACTS: Readonly<Record<NetworkName, MarketplaceContracts | null>> = {
  local: MAINNET,
  mainnet: MAINNET,
  testnet: null,
}
