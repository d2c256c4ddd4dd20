import { ApiError } from '@opal/contract/http/api-error'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { type CartLine, cartLine } from './cart-line.ts'

/** Returns the lines of the cart with current listings. */
export function useFreshCart(tokens: readonly TradeToken[], viewer: string | null): readonly CartLine[] {
  const { api, marketplaces } = useSite()
  const queries = useQueries({
    queries: tokens.map(({ tokenDataId }) => ({
      queryKey: ['token', tokenDataId],
      queryFn: () => orNull(api(getToken, { params: { id: tokenDataId } })),
    })),
  })
  return tokens.map((token, at) => cartLine(token, queries[at]?.data, viewer, marketplaces))
}

/** Returns null for a token that does not exist any more. */
async function orNull(request: Promise<TokenDetail>): Promise<TokenDetail | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
