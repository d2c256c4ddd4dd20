import type { ApiClient } from '@opal/contract/client'
import { type BestExit, listUserTokens } from '@opal/contract/portfolio'
import type { Token } from '@opal/contract/tokens'

/**
 * Fetches the bid with the highest proceeds for a token that a wallet holds, in its edition.
 * @returns null without bids of other wallets, and where the wallet does not hold the edition.
 * @throws ApiError
 */
export async function fetchBestExit(
  api: ApiClient,
  wallet: string,
  { tokenDataId, propertyVersion }: Pick<Token, 'tokenDataId' | 'propertyVersion'>,
  signal: AbortSignal,
): Promise<BestExit | null> {
  // A wallet may hold more editions than a page has rows.
  const query = { tokenDataId: [tokenDataId], propertyVersion }
  const { data } = await api(listUserTokens, { params: { wallet }, query }, { signal })
  return data.find((row) => row.propertyVersion === propertyVersion)?.bestExit ?? null
}
