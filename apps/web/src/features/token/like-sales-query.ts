import type { ApiClient } from '@opal/contract/client'
import type { Attribute, Token, TokenDetail } from '@opal/contract/tokens'
import { STALE } from '../../app/loading/query-client.ts'
import { TOKEN_KEY } from './token-query.ts'

/** Most sales that are shown. */
const MAX_SALES = 5

/** Height in px that is reserved while they load: of the title and all rows, as in the style sheet. */
export const LIKE_SALES_HEIGHT = 25 + MAX_SALES * 40

/** A token with its last sale. */
export type LikeSale = Pick<
  Token,
  'tokenDataId' | 'collectionId' | 'name' | 'image' | 'imageFacts' | 'collectionImage' | 'rarity'
> & { readonly lastSalePrice: string; readonly lastSaleAtMicros: string }

/**
 * Returns the trait of a token that others share and fewest have; null where it shares none, or none was counted.
 * @source docs/product/tokens-and-filters.md#sales-of-like-traits
 */
export function sharedTrait(attributes: readonly Attribute[]): Attribute | null {
  const shared = attributes.filter(({ count }) => count !== null && count > 1)
  return shared.reduce<Attribute | null>(
    (rarest, one) => (rarest === null || (one.count ?? 0) < (rarest.count ?? 0) ? one : rarest),
    null,
  )
}

/** Returns the query of the last sales of other tokens with a trait, the newest first. */
export function likeSalesQuery(
  api: ApiClient,
  token: Pick<TokenDetail, 'tokenDataId' | 'collectionId'>,
  trait: Attribute,
) {
  const { trait_type, value } = trait
  return {
    queryKey: [TOKEN_KEY, token.tokenDataId, 'like-sales', trait_type, value] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly LikeSale[]> => {
      const { listCollectionTokens } = await import('@opal/contract/tokens')
      const query = {
        sort: 'last_sale_desc' as const,
        limit: MAX_SALES + 1,
        attributes: JSON.stringify([{ trait_type, value }]),
      }
      const { data } = await api(listCollectionTokens, { params: { id: token.collectionId }, query }, { signal })
      return data
        .flatMap((one) => {
          const { lastSalePrice, lastSaleAtMicros } = one
          const isSold = lastSalePrice !== null && lastSaleAtMicros !== null && one.tokenDataId !== token.tokenDataId
          return isSold ? [{ ...one, lastSalePrice, lastSaleAtMicros }] : []
        })
        .slice(0, MAX_SALES)
    },
    staleTime: STALE.details,
  }
}
