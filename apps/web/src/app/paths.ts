import type { PublicConfig } from './public-config.ts'

/** Addresses of our own pages. */
export function collectionPath(slugOrId: string): string {
  return `/collection/${encodeURIComponent(slugOrId)}`
}

/** Address of a token’s own page. */
export function tokenPath(collectionId: string, tokenDataId: string): string {
  return `/collection/${collectionId}/${tokenDataId}`
}

/** Address of a wallet’s portfolio. */
export function walletPath(address: string): string {
  return `/${address}`
}

/** The present address with a token's dialog open over it. @source docs/product/tokens-and-filters.md#token-dialog */
export function withTokenDialog(search: URLSearchParams, collectionId: string, tokenDataId: string): string {
  const next = new URLSearchParams(search)
  next.set('collectionId', collectionId)
  next.set('tokenDataId', tokenDataId)
  return `?${next}`
}

/** The present address without the dialog. */
export function withoutTokenDialog(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.delete('collectionId')
  next.delete('tokenDataId')
  return `?${next}`
}

/** Where a transaction can be read: the public explorer, or on a local network the node itself. */
export function transactionUrl(config: PublicConfig, hash: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/transactions/by_hash/${hash}`
    : `https://explorer.aptoslabs.com/txn/${hash}?network=${config.network}`
}

/** Where what the chain holds at an address can be read: the public explorer, or on a local network the node itself. */
export function accountUrl(config: PublicConfig, address: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/accounts/${address}/resources`
    : `https://explorer.aptoslabs.com/account/${address}?network=${config.network}`
}

/** Where the transaction of a ledger version can be read. */
export function versionUrl(config: PublicConfig, version: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/transactions/by_version/${version}`
    : `https://explorer.aptoslabs.com/txn/${version}?network=${config.network}`
}
