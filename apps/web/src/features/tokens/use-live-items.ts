import type { LiveMessage } from '@opal/contract/shapes/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSite } from '../../lib/site.tsx'
import { useLive } from '../../lib/use-live.ts'
import { type ItemsPage, itemsKey, TRAITS_KEY } from './items-query.ts'
import type { ItemsView } from './items-view.ts'
import { placeToken } from './place-token.ts'

/** @source spec, section 9 "enrichment debounce 100 ms" and section 4 "Row highlight lasts 3 seconds" */
const DEBOUNCE_MS = 100
const HIGHLIGHT_MS = 3000

/**
 * Keeps a collection's items in step with the chain: whatever happens to a token, its row is read anew from the API
 * under the view's own filters, and put where it now belongs.
 * @returns ids of the tokens to which something happened in the last three seconds.
 */
export function useLiveItems(collectionId: string, view: ItemsView): ReadonlySet<string> {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useCallback(async () => {
    const ids = [...waiting.current]
    waiting.current.clear()
    const { fetchItem } = await import('./fetch-items.ts')
    for (const id of ids) {
      const token = await fetchItem(api, collectionId, view, id).catch(() => undefined)
      if (token === undefined) continue
      queryClient.setQueryData<InfiniteData<ItemsPage>>(itemsKey(collectionId, view), (cached) =>
        cached === undefined ? undefined : { ...cached, pages: [...placeToken(cached.pages, id, token, view.sort)] },
      )
    }
    void queryClient.invalidateQueries({ queryKey: [TRAITS_KEY, collectionId] })
    setHighlighted((before) => new Set([...before, ...ids]))
    setTimeout(() => setHighlighted((before) => new Set([...before].filter((id) => !ids.includes(id)))), HIGHLIGHT_MS)
  }, [api, queryClient, collectionId, view])

  useEffect(() => () => clearTimeout(timer.current), [])
  useLive({ collectionId }, (message: LiveMessage) => {
    const id = message.kind === 'activity' ? message.activity.tokenDataId : null
    if (id === null) return
    waiting.current.add(id)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), DEBOUNCE_MS)
  })
  return highlighted
}
