import { ApiError } from '@opal/contract/api-error'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { type CartLine, cartLine } from './cart-line.ts'

/** The cart's tokens as they are for sale now. */
export function useFreshCart(tokens: readonly TradeToken[], viewer: string | null): readonly CartLine[] {
  const { api, marketplaces } = useSite()
  const queries = useQueries({
    queries: tokens.map(({ tokenDataId }) => ({
      queryKey: ['token', tokenDataId],
      queryFn: () => orNothing(api(getToken, { params: { id: tokenDataId } })),
    })),
  })
  return tokens.map((token, at) => cartLine(token, queries[at]?.data, viewer, marketplaces))
}

/** A token that is not known any more is for sale nowhere. */
async function orNothing(asked: Promise<TokenDetail>): Promise<TokenDetail | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
