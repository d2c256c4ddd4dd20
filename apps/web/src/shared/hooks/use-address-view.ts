import { useCallback, useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type NavigateOptions, useSearchParams } from 'react-router'

/** Converts between a view and the search parameters of an address. */
export interface AddressView<View extends object> {
  /** Reads unknown values as the default. */
  parse(search: URLSearchParams): View
  /** Keeps parameters of other views. */
  apply(search: URLSearchParams, view: View): URLSearchParams
}

/** Navigation within a page: replaces the history entry and keeps the scroll position. */
export const IN_PLACE: NavigateOptions = { preventScrollReset: true, replace: true }
/** Navigation to another tab of a page: a step of the history, to which Back leads. */
export const TO_TAB: NavigateOptions = { preventScrollReset: true }

/**
 * Returns the view of the page's address, and a function that changes it. Only members that differ from the returned view, or from
 * the one that a control showed already, are changed, in the latest address: a second change may be made before the first is
 * rendered. A change of its `tab` is a step of the history; others replace the entry.
 */
export function useAddressView<View extends object>({
  parse,
  apply,
}: AddressView<View>): readonly [View, (next: View, shown?: View) => void] {
  const [search, setSearch] = useSearchParams()
  const latestSearch = useLatestSearch()
  const enteredSearch = useEnteredSearch()
  const key = apply(new URLSearchParams(), parse(search)).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers the parameters of the view.
  const view = useMemo(() => parse(search), [key])
  const change = (next: View, shown = view) => {
    const now = latestSearch()
    const changed = withChanges(shown, next, parse(now))
    setSearch(apply(now, changed), isSameTab(changed, parse(enteredSearch())) ? IN_PLACE : TO_TAB)
  }
  return [view, change]
}

/** Returns a function that reads the search parameters of the current entry of the history, whatever navigation is pending. */
function useEnteredSearch(): () => URLSearchParams {
  const [rendered] = useSearchParams()
  const router = useContext(DataRouterContext)?.router
  return () => (router === undefined ? rendered : new URLSearchParams(router.state.location.search))
}

function isSameTab(one: object, other: object): boolean {
  return !('tab' in one) || !('tab' in other) || one.tab === other.tab
}

/** Returns a function that reads the latest search parameters, including those of a pending navigation. */
export function useLatestSearch(): () => URLSearchParams {
  const [rendered] = useSearchParams()
  const router = useContext(DataRouterContext)?.router
  return useCallback(() => {
    if (router === undefined) return rendered
    const { navigation, location } = router.state
    return new URLSearchParams((navigation.location ?? location).search)
  }, [router, rendered])
}

/** Applies the difference between the view that was shown and the next one to the current one; in lists, additions and removals. */
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
