import type { ApiClient } from '@opal/contract/client'
import { type BestExit, listUserTokens } from '@opal/contract/portfolio'
import type { Token } from '@opal/contract/tokens'

/**
 * Fetches the bid that brings a holder most for a token, in its edition, now; null where nobody else bids, or the wallet does not
 * hold it. @throws ApiError
 */
export async function fetchBestExit(
  api: ApiClient,
  wallet: string,
  { tokenDataId, propertyVersion }: Pick<Token, 'tokenDataId' | 'propertyVersion'>,
  signal: AbortSignal,
): Promise<BestExit | null> {
  const { data } = await api(listUserTokens, { params: { wallet }, query: { tokenDataId: [tokenDataId] } }, { signal })
  return data.find((row) => row.propertyVersion === propertyVersion)?.bestExit ?? null
}
