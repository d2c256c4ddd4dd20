import type { NetworkName } from '@opal/domain/network'

/** The part of the configuration that every browser sees. */
export interface PublicConfig {
  readonly network: NetworkName
  /** Origin of the API. */
  readonly apiUrl: string
  /** Where marketplaces live that this network is not known to have, as in `MARKETPLACE_CONTRACTS`. */
  readonly marketplaceContracts: string
  /** The aggregator's package where this network is not known to have it; null for the known one. */
  readonly aggregatorAddress: string | null
  /** Node REST address, with /v1. */
  readonly nodeUrl: string
  readonly publicUrl: string
  /** Where `ipfs://` animations are loaded from, such as `https://ipfs.io/ipfs`; pictures come from the API. */
  readonly ipfsGatewayUrl: string
  /** Module of the game whose items tell their particulars on chain, such as `0x6ea2::gear`; null without such a game. */
  readonly gearModule: string | null
  /** Places of ours elsewhere, as the operator configured them. */
  readonly socialLinks: readonly { readonly name: string; readonly url: string }[]
  /** Where collections are launched; null when there is no such place. */
  readonly launchpadUrl: string | null
  /** Script that registers the development wallet; null away from a local network. */
  readonly devWalletScriptUrl: string | null
}
