import type { LiveMessage } from '@opal/contract/shapes/live'
import type { Token } from '@opal/contract/shapes/token'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isPointedAt } from '../../lib/is-pointed-at.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { useSite } from '../../lib/site.tsx'
import { useLetGo } from '../../lib/use-let-go.ts'
import { useLive } from '../../lib/use-live.ts'
import { useRecent } from '../../lib/use-recent.ts'
import { useSoon } from '../../lib/use-soon.ts'
import { type HeldChanges, NOTHING_HELD, type ShownItems, showWithHeld } from './held-changes.ts'
import { type ItemsPage, itemsKey, TRAITS_KEY } from './items-query.ts'
import type { ItemsView } from './items-view.ts'

/** @source spec 000, section 9 "enrichment debounce 100 ms" */
const DEBOUNCE_MS = 100

export interface LiveItems extends ShownItems {
  /** Put on the element that holds the list. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Ids of tokens to which something happened in the last three seconds. */
  readonly highlighted: ReadonlySet<string>
  /** Lets go what was held back. */
  showHeld(): void
}

/**
 * Keeps a collection's items in step with the chain: whatever happens to a token, its row is read anew from the API
 * under the view's own filters, and put where it now belongs; while the reader points into the list nothing in it moves.
 *
 * @param loaded the items as far as they were read.
 * @param refetching they are being read anew: whatever is held back comes with them.
 */
export function useLiveItems(
  collectionId: string,
  view: ItemsView,
  loaded: readonly Token[],
  refetching: boolean,
): LiveItems {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const [highlighted, highlight] = useRecent()
  const [held, setHeld] = useState(NOTHING_HELD)
  const latestHeld = useRef(held)
  latestHeld.current = held
  const waiting = useRef(new Set<string>())
  const asked = useRef(new Map<string, symbol>())
  const latestRead = useRef<symbol>(null)

  const settle = useCallback(
    async (changes: HeldChanges, still: () => boolean, total: number | null = null) => {
      const { settleChanges } = await import('./settle-changes.ts')
      const key = itemsKey(collectionId, view)
      const cached = queryClient.getQueryData<InfiniteData<ItemsPage>>(key)
      if (cached === undefined) return
      const all = new Map([...latestHeld.current, ...changes])
      const { pages, held: back } = settleChanges(cached.pages, all, view.sort, still())
      const counted = pages.map((page) => ({ ...page, total: total ?? page.total }))
      queryClient.setQueryData(key, { ...cached, pages: counted })
      setHeld(back.size === 0 ? NOTHING_HELD : back)
      highlight([...all.keys()])
    },
    [queryClient, collectionId, view, highlight],
  )
  const refresh = useCallback(async () => {
    const ids = [...waiting.current]
    waiting.current.clear()
    const when = Symbol('when')
    for (const id of ids) asked.current.set(id, when)
    latestRead.current = when
    const { readItems, readTotal } = await import('./read-items.ts')
    const pages = queryClient.getQueryData<InfiniteData<ItemsPage>>(itemsKey(collectionId, view))?.pages
    const [read, total] = await Promise.all([
      readItems(api, collectionId, view, ids),
      readTotal(api, collectionId, view, pages),
    ])
    // An answer that a later one has overtaken is older than what is shown.
    const newest = new Map([...read].filter(([id]) => asked.current.get(id) === when))
    for (const id of ids) if (asked.current.get(id) === when) asked.current.delete(id)
    await settle(newest, () => isPointedAt(frame.current), latestRead.current === when ? total : null)
    // A row that could not be read alone comes with the whole list, as soon as that can be had.
    if (ids.some((id) => !read.has(id))) void readAnew(queryClient, { queryKey: itemsKey(collectionId, view) })
    void readAnew(queryClient, { queryKey: [TRAITS_KEY, collectionId] })
  }, [api, queryClient, collectionId, view, settle])
  const refreshSoon = useSoon(() => void refresh(), DEBOUNCE_MS)
  const showHeld = useCallback(() => void settle(NOTHING_HELD, () => false), [settle])

  useLive({ collectionId }, (message: LiveMessage) => {
    const id = message.kind === 'activity' ? message.activity.tokenDataId : null
    if (id === null) return
    waiting.current.add(id)
    refreshSoon()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view, or another answer, holds nothing back.
  useEffect(() => setHeld(NOTHING_HELD), [view, refetching])
  useLetGo(frame, held.size > 0, showHeld)

  const shown = useMemo(() => showWithHeld(loaded, held), [loaded, held])
  return { ...shown, frame, highlighted, showHeld }
}
