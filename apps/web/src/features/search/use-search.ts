import { listPopularCollections } from '@opal/contract/endpoints/list-popular-collections'
import { searchCollections } from '@opal/contract/endpoints/search-collections'
import type { Collection } from '@opal/contract/shapes/collection'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STALE } from '../../lib/query-client.ts'
import { useSite } from '../../lib/site.tsx'
import { type SearchKind, searchKind } from './search-kind.ts'

/** @source spec, section 9 "Search: debounce 300 ms, take 50, popup list 20" */
const DEBOUNCE_MS = 300
const TAKE = 50
const POPULAR_TAKE = 20

export interface SearchResults {
  readonly asked: SearchKind
  /** Found collections, or the popular ones while nothing is asked; null while on their way. */
  readonly collections: readonly Collection[] | null
  readonly failed: boolean
}

/** What an input finds, 300 ms after typing stopped. Nothing is asked while the popup is closed. */
export function useSearch(input: string, open: boolean): SearchResults {
  const { api } = useSite()
  const asked = searchKind(useDebounced(input))
  const text = asked.kind === 'collections' ? asked.text : null
  const found = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      api(searchCollections, { params: { text: text ?? '' }, query: { take: TAKE } }, { signal }),
    enabled: open && text !== null,
    placeholderData: keepPreviousData,
  })
  const popular = useQuery({
    queryKey: ['popular'],
    queryFn: ({ signal }) => api(listPopularCollections, { query: { take: POPULAR_TAKE } }, { signal }),
    enabled: open && asked.kind === 'nothing',
    staleTime: STALE.figures,
  })
  const answer = text === null ? popular : found
  return { asked, collections: answer.data?.data ?? null, failed: answer.isError }
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
