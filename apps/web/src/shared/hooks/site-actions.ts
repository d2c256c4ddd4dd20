import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** Headings of the command palette and of the list of shortcuts, in their order. */
export const ACTION_GROUPS = ['This page', 'Go to', 'Search', 'Wallet', 'Settings'] as const

/** Something a reader can ask for by name or by keys. */
export interface SiteAction {
  /** Stable, e.g. `collection.sweep`; one that comes later under the same id takes its place. */
  readonly id: string
  /** What it does, as a button would say it. */
  readonly title: string
  readonly group: (typeof ACTION_GROUPS)[number]
  /** Further words it is found by. */
  readonly words?: string
  /**
   * Keys that do it, one after the other, parted by a space: `g a`, `?`. Off while somebody types, and altogether when
   * the reader turned them off.
   */
  readonly keys?: string
  /** The keys work while a dialog is open, too; for what the dialog itself offers. */
  readonly inDialog?: true
  run(): void
}

/** What can be done now, by everybody who is on the page. */
export const siteActions = createStore<readonly SiteAction[]>([])

/**
 * Offers actions for as long as the component is there. They are kept by id, so the list may be made anew with every
 * render; what is run is always the latest.
 */
export function useSiteActions(actions: readonly SiteAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const shape = actions.map(({ id, title, keys }) => `${id} ${title} ${keys}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is all of the list that is offered; running finds the latest.
  useEffect(() => {
    const offered = latest.current.map((action) => ({ ...action, run: () => runLatest(latest.current, action.id) }))
    siteActions.set((before) => [...before.filter(({ id }) => !offered.some((one) => one.id === id)), ...offered])
    return () => siteActions.set((before) => before.filter((action) => !offered.includes(action)))
  }, [shape])
}

function runLatest(actions: readonly SiteAction[], wanted: string): void {
  actions.find(({ id }) => id === wanted)?.run()
}
