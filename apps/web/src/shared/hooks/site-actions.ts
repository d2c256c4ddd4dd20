import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** Headings of the command palette and of the list of shortcuts, in their order. */
export const ACTION_GROUPS = ['This page', 'Go to', 'Search', 'Wallet', 'Settings'] as const

/** An action that the command palette offers by name, and that keys may run. */
export interface SiteAction {
  /** Stable, e.g. `collection.sweep`; a later action with the same id replaces an earlier one. */
  readonly id: string
  /** Label, as on a button. */
  readonly title: string
  readonly group: (typeof ACTION_GROUPS)[number]
  /** Additional search terms. */
  readonly keywords?: string
  /**
   * A sequence of keys that runs it, separated by spaces: `g a`, `?`. Ignored while the user types in a field, and when the
   * user has turned shortcuts off.
   */
  readonly keys?: string
  /** The keys also work while a dialog is open; for actions of the dialog itself. */
  readonly inDialog?: true
  run(): void
}

/**
 * The actions that mounted components offer now. Components register by {@link useSiteActions}; the command palette, the
 * shortcuts and the search read it. A store outside React, because its readers load later than the components that register.
 */
export const siteActions = createStore<readonly SiteAction[]>([])

/** Id of the action that lists the wallets that the reader follows. */
export const FOLLOWED_ACTION = 'wallet.followed'

/**
 * Registers actions while the component is mounted. They are compared by id, title, keys and where these work, so the list may be a new array at
 * every render; the latest `run` is called.
 */
export function useSiteActions(actions: readonly SiteAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const signature = actions.map(({ id, title, keys, inDialog }) => `${id} ${title} ${keys} ${inDialog}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature covers what is registered; `runLatest` finds the current function.
  useEffect(() => {
    const offered = latest.current.map((action) => ({ ...action, run: () => runLatest(latest.current, action.id) }))
    siteActions.set((before) => [...before.filter(({ id }) => !offered.some((one) => one.id === id)), ...offered])
    return () => siteActions.set((before) => before.filter((action) => !offered.includes(action)))
  }, [signature])
}

/** Runs the action of an id that a mounted component offers; does nothing without one. */
export function runSiteAction(id: string): void {
  runLatest(siteActions.get(), id)
}

function runLatest(actions: readonly SiteAction[], wanted: string): void {
  actions.find(({ id }) => id === wanted)?.run()
}
