import type { ApiClient } from '@opal/contract/client'
import { getToken, type TokenDetail } from '@opal/contract/tokens'

/**
 * One token. A failure is logged, and thrown on: the page says it and offers to try again.
 * @source docs/product/tokens-and-filters.md#tokens-that-cannot-be-loaded
 */
export async function fetchToken(api: ApiClient, tokenDataId: string, signal: AbortSignal): Promise<TokenDetail> {
  try {
    return await api(getToken, { params: { id: tokenDataId } }, { signal })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: docs/product/tokens-and-filters.md#tokens-that-cannot-be-loaded
    if (!signal.aborted) console.error('The token could not be fetched.', error)
    throw error
  }
}
