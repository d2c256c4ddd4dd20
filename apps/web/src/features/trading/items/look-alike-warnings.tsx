import type { LookAlike } from '@opal/contract/collections'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { collectionDetailQuery } from '../../../entities/collection/collection-detail-query.ts'
import { LookAlikeWarning, UncheckedNameWarning } from '../../../entities/collection/look-alike-warning.tsx'
import { isFirstLoad, isUnknown } from '../../../shared/hooks/is-first-load.ts'

export interface LookAlikes {
  /** Collections that those of the trade can be mistaken for. */
  readonly found: readonly LookAlike[]
  readonly isLooking: boolean
  /** A collection could not be fetched: whether there is more to warn of is unknown. */
  readonly isUnknown: boolean
}

/** Looks up which better-known collections those that are bought or bid on can be mistaken for, by their names. */
export function useLookAlikes(collectionIds: readonly string[]): LookAlikes {
  const { api } = useSite()
  const collections = useQueries({
    queries: [...new Set(collectionIds)].map((id) => collectionDetailQuery(api, id)),
  })
  const found = collections.flatMap(({ data }) => data?.looksLike ?? [])
  return {
    found: [...new Map(found.map((one) => [one.collectionId, one])).values()],
    isLooking: collections.some(isFirstLoad),
    isUnknown: collections.some(isUnknown),
  }
}

/** Warns of collections whose names can be mistaken for those of better-known ones, or that this could not be checked. */
export function LookAlikeWarnings({ found, isUnknown: isUnchecked }: LookAlikes) {
  return (
    <>
      {found.map((looksLike) => (
        <LookAlikeWarning key={looksLike.collectionId} looksLike={looksLike} isInDialog />
      ))}
      {isUnchecked && <UncheckedNameWarning />}
    </>
  )
}
