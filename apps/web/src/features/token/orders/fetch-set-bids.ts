import { listSetBidsOnToken, type SetBidOnToken } from '@opal/contract/bids/top-bids'
import type { ApiClient } from '@opal/contract/client'
import { setLabel } from '../../../entities/token/token-condition.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'

/** A bid on a set that a token is in, with what it is for in words. */
export type NamedSetBid = SetBidOnToken & { readonly setLabel: string }

/** Fetches the best live bids on sets that a token is in, best first. @throws ApiError */
export async function fetchSetBids(
  api: ApiClient,
  tokenDataId: string,
  signal: AbortSignal,
): Promise<readonly NamedSetBid[]> {
  const { data } = await api(throwing(listSetBidsOnToken), { params: { tokenDataId } }, { signal })
  return data.map((bid) => ({ ...bid, setLabel: setLabel(bid) }))
}
