import type { CollectionDetail } from '@opal/contract/collections'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { collectionQuery } from '../page/collection-query.ts'

/** A collection that was chosen for comparison. */
export interface Compared {
  readonly slug: string
  /** Null while it loads, and when it cannot be loaded. */
  readonly collection: CollectionDetail | null
  readonly state: 'waiting' | 'there' | 'gone' | 'failed'
  retry(): void
}

/**
 * Returns the chosen collections in their order, with their loading state.
 * @param latest returns a row with the latest stats.
 */
export function useCompared(
  slugs: readonly string[],
  latest: (row: CollectionDetail) => CollectionDetail,
): readonly Compared[] {
  const { api } = useSite()
  const answers = useQueries({ queries: slugs.map((slug) => collectionQuery(api, slug)) })
  return answers.map((answer, index) => ({
    slug: slugs[index] ?? '',
    collection: answer.data ? latest(answer.data) : null,
    state: answer.data ? 'there' : answer.isPending ? 'waiting' : answer.isError ? 'failed' : 'gone',
    retry: () => void answer.refetch(),
  }))
}
