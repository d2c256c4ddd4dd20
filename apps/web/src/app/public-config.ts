import type { NetworkName } from '@opal/domain/network'

/** The part of the configuration that is sent to every browser. */
export interface PublicConfig {
  readonly network: NetworkName
  /** Origin of the API. */
  readonly apiUrl: string
  /** Contract addresses that add to or replace the built-in ones of this network, in the format of `MARKETPLACE_CONTRACTS`. */
  readonly marketplaceContracts: string
  /** Address of the aggregator's package; null for the built-in one of this network. */
  readonly aggregatorAddress: string | null
  /** Node REST address, with /v1. */
  readonly nodeUrl: string
  readonly publicUrl: string
  /** Gateway that serves `ipfs://` animations, such as `https://ipfs.io/ipfs`; images come from the API. */
  readonly ipfsGatewayUrl: string
  /** Module of the game whose items store their details on chain, such as `0x6ea2::gear`; null without such a game. */
  readonly gearModule: string | null
  /** The operator's profiles on other sites, shown in the footer. */
  readonly socialLinks: readonly { readonly name: string; readonly url: string }[]
  /** Site on which collections are launched; null when there is none. */
  readonly launchpadUrl: string | null
  /** Script that registers the development wallet; null except on a local network. */
  readonly devWalletScriptUrl: string | null
}
