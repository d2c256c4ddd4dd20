import type { ApiClient } from '@opal/contract/client'
import { getToken, type TokenDetail } from '@opal/contract/tokens'

/**
 * Fetches a token. Logs a failure and rethrows it: the page shows it and offers a retry.
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
