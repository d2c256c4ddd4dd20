/** Networks that Opal supports. `local` is the localnet in `dev/chain`. */
export const NETWORK_NAMES = ['local', 'testnet', 'mainnet'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

/** Chain ids as the node reports them. @source GET /v1 of each network */
export const CHAIN_IDS: Readonly<Record<NetworkName, number>> = { mainnet: 1, testnet: 2, local: 4 }

/** Chain names of the wallet standard. @source AIP-62 */
export const CHAIN_NAMES: Readonly<Record<NetworkName, string>> = {
  local: 'aptos:localnet',
  testnet: 'aptos:testnet',
  mainnet: 'aptos:mainnet',
}

/** Public node REST addresses, with `/v1`; `local` is where localnet listens by default. */
export const PUBLIC_NODES: Readonly<Record<NetworkName, string>> = {
  mainnet: 'https://api.mainnet.aptoslabs.com/v1',
  testnet: 'https://api.testnet.aptoslabs.com/v1',
  local: 'http://127.0.0.1:8080/v1',
}

/** `host:port` of the transaction streams (gRPC); the public ones ask for a key, `local` is where localnet listens by default. */
export const PUBLIC_STREAMS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'grpc.mainnet.aptoslabs.com:443',
  testnet: 'grpc.testnet.aptoslabs.com:443',
  local: '127.0.0.1:50051',
}
