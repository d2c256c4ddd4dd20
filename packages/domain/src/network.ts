/** Networks Opal can be pointed at. `local` is the localnet in `dev/chain`. */
export const NETWORK_NAMES = ['local', 'testnet', 'mainnet'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

/** Chain ids as the node reports them. @source GET /v1 of each network */
export const CHAIN_IDS: Readonly<Record<NetworkName, number>> = { mainnet: 1, testnet: 2, local: 4 }
