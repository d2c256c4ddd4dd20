import type { PublicConfig } from './public-config.ts'

/** Returns the path of a collection's page. */
export function collectionPath(slugOrId: string): string {
  return `/collection/${encodeURIComponent(slugOrId)}`
}

/** Returns the path of a collection's charts. */
export function analyticsPath(slugOrId: string): string {
  return `${collectionPath(slugOrId)}?tab=analytics`
}

/** Returns the path of a token's page. */
export function tokenPath(collectionId: string, tokenDataId: string): string {
  return `/collection/${collectionId}/${tokenDataId}`
}

/** Returns the path of a wallet's portfolio. */
export function walletPath(address: string): string {
  return `/${address}`
}

/** Returns the current search with a token's dialog open. @source docs/product/tokens-and-filters.md#token-dialog */
export function withTokenDialog(search: URLSearchParams, collectionId: string, tokenDataId: string): string {
  const next = new URLSearchParams(search)
  next.set('collectionId', collectionId)
  next.set('tokenDataId', tokenDataId)
  return `?${next}`
}

/** Returns the current search without the token's dialog. */
export function withoutTokenDialog(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.delete('collectionId')
  next.delete('tokenDataId')
  return `?${next}`
}

/** Returns the URL of a transaction: in the public explorer, or on a local network in the node's REST API. */
export function transactionUrl(config: PublicConfig, hash: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/transactions/by_hash/${hash}`
    : `https://explorer.aptoslabs.com/txn/${hash}?network=${config.network}`
}

/** Returns the URL of an account or object: in the public explorer, or on a local network in the node's REST API. */
export function accountUrl(config: PublicConfig, address: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/accounts/${address}/resources`
    : `https://explorer.aptoslabs.com/account/${address}?network=${config.network}`
}

/** Returns the URL of the transaction of a ledger version, as {@link transactionUrl}. */
export function versionUrl(config: PublicConfig, version: string): string {
  return config.network === 'local'
    ? `${config.nodeUrl}/transactions/by_version/${version}`
    : `https://explorer.aptoslabs.com/txn/${version}?network=${config.network}`
}
