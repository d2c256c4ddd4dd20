import { useCallback, useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type NavigateOptions, useSearchParams } from 'react-router'

/** How a view is read from an address and put into one. */
export interface AddressView<View extends object> {
  /** Reads anything it does not know as the default. */
  parse(search: URLSearchParams): View
  /** Keeps what belongs to others. */
  apply(search: URLSearchParams, view: View): URLSearchParams
}

/** A choice on a page: no step of the history, no jump to the top. */
export const IN_PLACE: NavigateOptions = { preventScrollReset: true, replace: true }

/**
 * Returns what the page's address says, and a function that changes it. Only members that differ from the returned view are
 * changed, in the address as it is by then: of two choices in a row the second is made before the first is rendered.
 */
export function useAddressView<View extends object>({
  parse,
  apply,
}: AddressView<View>): readonly [View, (next: View) => void] {
  const [search, setSearch] = useSearchParams()
  const latestSearch = useLatestSearch()
  const key = apply(new URLSearchParams(), parse(search)).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of the address that the view is made of.
  const view = useMemo(() => parse(search), [key])
  const change = (next: View) => {
    const now = latestSearch()
    setSearch(apply(now, withChanges(view, next, parse(now))), IN_PLACE)
  }
  return [view, change]
}

/** Returns a reader of the search that the page is at, or on its way to, which may not be rendered yet. */
export function useLatestSearch(): () => URLSearchParams {
  const [rendered] = useSearchParams()
  const router = useContext(DataRouterContext)?.router
  return useCallback(() => {
    if (router === undefined) return rendered
    const { navigation, location } = router.state
    return new URLSearchParams((navigation.location ?? location).search)
  }, [router, rendered])
}

/** Makes the change from the rendered view to the next one in the view as it is now; of lists, what was added and taken out. */
function withChanges<View extends object>(rendered: View, next: View, now: View): View {
  const names = Object.keys(next) as (keyof View)[]
  const changed = names.filter((name) => !Object.is(rendered[name], next[name]))
  return { ...now, ...Object.fromEntries(changed.map((name) => [name, merge(rendered[name], next[name], now[name])])) }
}

function merge(rendered: unknown, next: unknown, now: unknown): unknown {
  if (!Array.isArray(rendered) || !Array.isArray(next) || !Array.isArray(now)) return next
  const isIn = (list: readonly unknown[]) => {
    const texts = new Set(list.map((one) => JSON.stringify(one)))
    return (one: unknown) => texts.has(JSON.stringify(one))
  }
  const [wasRendered, isNext, isNow] = [isIn(rendered), isIn(next), isIn(now)]
  const left = now.filter((one) => isNext(one) || !wasRendered(one))
  return [...left, ...next.filter((one) => !wasRendered(one) && !isNow(one))]
}
