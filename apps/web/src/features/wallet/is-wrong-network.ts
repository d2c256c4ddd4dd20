import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'

/**
 * Is the wallet on another chain than this site? A wallet that does not say its chain is judged by the network's name;
 * one that says neither is believed.
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
