import { listTopTraits } from '@opal/contract/collections/traits'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { toOctas } from '../../../shared/format/apt.ts'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'

export interface TraitFloors {
  /** Returns the highest floor in octas of those traits of a token that enough tokens are listed with; null without one. */
  of(tokenDataId: string | null): bigint | null
  /** Asked for the first time, and not answered yet. */
  readonly isLooking: boolean
}

/**
 * Loads the trait floors that buyers compare prices with, of all listings. Where they cannot be loaded there are none: then more prices are
 * unusual, and none fewer.
 * @param ids tokens; not asked for unless they are wanted.
 */
export function useTraitFloors(ids: readonly string[], isWanted: boolean): TraitFloors {
  const { api } = useSite()
  const isAsked = isWanted && ids.length > 0
  const query = useQuery({
    queryKey: ['trait-floors', ids],
    enabled: isAsked,
    queryFn: ({ signal }) => api(throwing(listTopTraits), { query: {}, body: [...ids] }, { signal }),
  })
  const floors = new Map(query.data?.data.map((row) => [row.tokenDataId as string, row.traitFloorPrice]))
  return {
    of: (tokenDataId) => toOctas(floors.get(tokenDataId ?? '')),
    isLooking: isAsked && isFirstLoad(query),
  }
}
