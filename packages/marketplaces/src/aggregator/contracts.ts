import { type Address, parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'

/** Address of the aggregator on the localnet: SHA-256 of `opal::aggregator`, which no account is given. */
const LOCAL_PACKAGE = parseAddress('0x9f3c893fba5ee31715ae413fedf954055cece847a54b7f1bf457eda03215f309')

/**
 * The aggregator's package on each network, null where it is not published: batches are composed into scripts there.
 * It links against the marketplaces' packages, so an operator can publish it on mainnet only, and configures the address then.
 *
 * @NOTE A package of the native marketplace's makers with calls of the same names is live on mainnet. Of its calls two
 *   transactions are known; what else it does is not, and who may upgrade it is not ours to say: it is not used.
 * @source contracts/aggregator; docs/reference/marketplace-contracts.md#native-aggregator
 */
export const AGGREGATOR_PACKAGES: Readonly<Record<NetworkName, Address | null>> = {
  local: LOCAL_PACKAGE,
  mainnet: null,
  testnet: null,
}

/**
 * Returns the aggregator's package on the network in use.
 * @param override an address from configuration, which brings it to a network where none is known.
 * @throws InvalidAddressError
 */
export function aggregatorOn(network: NetworkName, override?: string): Address | null {
  return override === undefined ? AGGREGATOR_PACKAGES[network] : parseAddress(override)
}

/** Outcomes of an order that a purchase by best effort tried. @source constants of contracts/aggregator/sources/aggregator.move */
export const PURCHASE_OUTCOMES = { bought: 0, notFound: 1, priceRose: 2, notEnoughCoins: 3 } as const
export type PurchaseOutcome = (typeof PURCHASE_OUTCOMES)[keyof typeof PURCHASE_OUTCOMES]
