import type { ApiClient } from '@opal/contract/client'
import { type BestExit, listUserTokens } from '@opal/contract/portfolio'

/** The bid that brings a holder most for a token now; null where nobody else bids, or the wallet does not hold it. @throws ApiError */
export async function fetchBestExit(
  api: ApiClient,
  wallet: string,
  tokenDataId: string,
  signal: AbortSignal,
): Promise<BestExit | null> {
  const { data } = await api(listUserTokens, { params: { wallet }, query: { tokenDataId: [tokenDataId] } }, { signal })
  return data[0]?.bestExit ?? null
}
