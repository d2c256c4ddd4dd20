import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'

/**
 * Returns whether the wallet is on another network than the site: by its chain id, else by the network's name. False for a
 * wallet that reports neither.
 */
export function isWrongNetwork(
  wallet: { readonly chainId?: number | undefined; readonly name?: string | undefined } | null,
  site: NetworkName,
): boolean {
  if (wallet === null) return false
  if (wallet.chainId !== undefined) return wallet.chainId !== CHAIN_IDS[site]
  const name = wallet.name?.toLowerCase()
  return name !== undefined && NAMED.has(name) && name !== site
}

const NAMED: ReadonlySet<string> = new Set(['mainnet', 'testnet', 'devnet'])
