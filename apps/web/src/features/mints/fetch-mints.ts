import type { ApiClient } from '@opal/contract/client'
import { listMintingCollections } from '@opal/contract/collections/mints'
import type { MintsPage } from './mints-query.ts'

/** Cards asked for at a time. */
const PAGE_SIZE = 20

/** Fetches a page of what is being minted, for the server's loader and the browser alike. */
export function fetchMints(api: ApiClient, cursor: string | null, signal?: AbortSignal): Promise<MintsPage> {
  const query = { take: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(listMintingCollections, { query }, signal === undefined ? {} : { signal })
}
