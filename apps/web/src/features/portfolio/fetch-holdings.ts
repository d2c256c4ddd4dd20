import type { ApiClient } from '@opal/contract/client'
import { listUserTokens } from '@opal/contract/endpoints/list-user-tokens'
import type { HoldingsPage } from './holdings-query.ts'
import type { WalletView } from './wallet-view.ts'

/** @source spec, section 9 "portfolio default limit 50" */
const PAGE_SIZE = 50

/** Tokens of a wallet, escrowed ones included, for the server's loader and the browser alike. */
export function fetchHoldings(
  api: ApiClient,
  wallet: string,
  type: WalletView['filter'],
  cursor: string | null,
  signal?: AbortSignal,
): Promise<HoldingsPage> {
  const query = { type, take: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(listUserTokens, { params: { wallet }, query }, signal === undefined ? {} : { signal })
}
