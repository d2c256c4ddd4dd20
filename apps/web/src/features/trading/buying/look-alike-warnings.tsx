import type { LookAlike } from '@opal/contract/collections'
import { getCollection } from '@opal/contract/collections'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { LookAlikeWarning } from '../../../entities/collection/look-alike-warning.tsx'

/** Warns of bought collections whose names can be mistaken for those of better-known ones. */
export function LookAlikeWarnings({ collectionIds }: { collectionIds: readonly string[] }) {
  const { api } = useSite()
  const collections = useQueries({
    queries: [...new Set(collectionIds)].map((id) => ({
      queryKey: ['collection', id],
      queryFn: () => api(getCollection, { params: { id } }),
    })),
  })
  const found = collections.flatMap(({ data }) => data?.looksLike ?? [])
  const byId = new Map(found.map((looksLike): [string, LookAlike] => [looksLike.collectionId, looksLike]))
  return [...byId.values()].map((looksLike) => <LookAlikeWarning key={looksLike.collectionId} looksLike={looksLike} />)
}
