import type { ApiClient } from '@opal/contract/client'
import type { LiveMessage } from '@opal/contract/live'
import type { ItemsPage } from '../items-query.ts'
import type { ItemsView } from '../items-view.ts'
import { NO_CHANGES, type PendingChanges } from './pending-changes.ts'

/** Access to a shown list and its pages. */
export interface ListHost {
  /** Returns the loaded pages; undefined before the first one. */
  pages(): readonly ItemsPage[] | undefined
  put(pages: readonly ItemsPage[]): void
  /** Returns whether pages are loading: their responses may be older than messages that arrive before them. */
  isFetching(): boolean
  /** Refetches all loaded pages. */
  reread(): Promise<void>
  /** Returns whether the user interacts with the list, so that rows must not move. */
  isInteracting(): boolean
  /** Called with the pending changes, the updated tokens, and whether anything waits for the end of the interaction. */
  changed(pending: PendingChanges, touched: readonly string[], isPending: boolean): void
}

/** Keeps loaded pages up to date, without moving rows while the user interacts with the list. */
export interface LiveList {
  /** Notes what a message makes stale. @returns what has to be refetched: single tokens, all rows, or nothing */
  receive(message: LiveMessage): 'tokens' | 'rows' | null
  /** Fetches the changed tokens and inserts them at their positions. @returns whether one could not be fetched: all rows have to be */
  refresh(): Promise<boolean>
  /** Refetches all rows, once the interaction has ended. */
  refreshRows(): Promise<void>
  /**
   * Handles loaded pages; messages that arrived during the request may be newer.
   * @param isWhole all of them were refetched: what was held back is in them.
   * @returns tokens that have to be refetched.
   */
  fetched(isWhole: boolean): boolean
  /** Applies the pending changes. @returns whether all rows have to be refetched */
  showPending(): Promise<boolean>
}

/** Most changed tokens of a second that are fetched one by one: one transaction can change hundreds, on the page of every viewer. */
const MAX_TOKENS = 10
const TOKENS_MS = 1_000

/** Creates the live list of one view of a collection's tokens. */
export function createLiveList(api: ApiClient, collectionId: string, view: ItemsView, host: ListHost): LiveList {
  let pending: PendingChanges = NO_CHANGES
  let areRowsOld = false
  const changed = new ChangedTokens()
  const asked = new Map<string, symbol>()
  let latestRead: symbol | null = null

  const notify = (touched: readonly string[]) => host.changed(pending, touched, pending.size > 0 || areRowsOld)
  const settle = async (changes: PendingChanges, isStill: boolean, total: number | null = null) => {
    const [{ settleChanges }, { withTotal }] = await Promise.all([
      import('./settle-changes.ts'),
      import('./place-token.ts'),
    ])
    const before = host.pages()
    if (before === undefined) return
    const all = new Map([...pending, ...changes])
    const settled = settleChanges(before, all, view.sort, isStill)
    host.put(withTotal(settled.pages, total ?? undefined))
    // A page under way arrives with the other pages as they were when it was requested: fetch these tokens again after it.
    if (host.isFetching()) changed.fetchAgain(all.keys())
    pending = settled.pending.size === 0 ? NO_CHANGES : settled.pending
    notify([...all.keys()])
  }

  const refreshRows = async () => {
    areRowsOld = host.isInteracting()
    if (areRowsOld) return notify([])
    const touched = changed.takeOthers()
    await host.reread()
    notify(touched)
  }

  return {
    receive(message) {
      const concern = concernOf(message)
      if (concern === null || concern === 'rows') return concern
      return changed.add(concern.tokenDataId, host.isFetching())
    },
    async refresh() {
      const { readItems, readTotal } = await import('./read-items.ts')
      const ids = changed.take()
      const when = Symbol('when')
      for (const id of ids) asked.set(id, when)
      latestRead = when
      const [read, total] = await Promise.all([
        readItems(api, collectionId, view, ids),
        readTotal(api, collectionId, view, host.pages()),
      ])
      // Ignores a response that a later one has overtaken.
      const newest = new Map([...read].filter(([id]) => asked.get(id) === when))
      for (const id of ids) if (asked.get(id) === when) asked.delete(id)
      await settle(newest, host.isInteracting(), latestRead === when ? total : null)
      return ids.some((id) => !read.has(id))
    },
    refreshRows,
    fetched(isWhole) {
      const pages = host.pages()
      const [first] = pages ?? []
      const total = pages?.at(-1)?.total
      // The last page has the newest total.
      if (pages !== undefined && total !== undefined && first?.total !== total)
        host.put(pages.map((page) => ({ ...page, total })))
      if (isWhole) {
        pending = NO_CHANGES
        areRowsOld = false
        notify([])
      }
      return changed.fetched()
    },
    async showPending() {
      await settle(NO_CHANGES, false)
      return areRowsOld
    },
  }
}

/** The tokens that have changed since they were fetched. */
class ChangedTokens {
  readonly #waiting = new Set<string>()
  /** Those beyond the number that is fetched one by one. They come with all rows. */
  readonly #others = new Set<string>()
  readonly #changedWhileFetching = new Set<string>()
  #second = { sinceMs: Number.NEGATIVE_INFINITY, tokens: 0 }

  /** Notes a change. @returns whether the token is to be fetched alone or, where many change within a second, with all rows. */
  add(tokenDataId: string, isFetching: boolean): 'tokens' | 'rows' {
    if (this.#isOneOfMany(tokenDataId)) {
      this.#others.add(tokenDataId)
      return 'rows'
    }
    this.#waiting.add(tokenDataId)
    if (isFetching) this.fetchAgain([tokenDataId])
    return 'tokens'
  }

  /** Returns the tokens to fetch one by one, which no longer wait. */
  take(): readonly string[] {
    return takeAll(this.#waiting)
  }

  /** Returns the tokens that come with all rows, which no longer wait. */
  takeOthers(): readonly string[] {
    return takeAll(this.#others)
  }

  /** Has changes wait again once the request under way has ended. */
  fetchAgain(tokenDataIds: Iterable<string>): void {
    for (const id of tokenDataIds) this.#changedWhileFetching.add(id)
  }

  /** Has the changes that arrived or were shown during a request wait again: its response may be older. @returns whether any token waits. */
  fetched(): boolean {
    for (const id of takeAll(this.#changedWhileFetching)) this.#waiting.add(id)
    return this.#waiting.size > 0
  }

  #isOneOfMany(tokenDataId: string): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#second.sinceMs >= TOKENS_MS) this.#second = { sinceMs: nowMs, tokens: 0 }
    if (!this.#waiting.has(tokenDataId)) this.#second.tokens += 1
    return this.#second.tokens > MAX_TOKENS
  }
}

function takeAll(ids: Set<string>): readonly string[] {
  const all = [...ids]
  ids.clear()
  return all
}

/** Messages that make all rows stale: collection offers, traits, ranks, prices that fell. */
const OF_ALL_ROWS: ReadonlySet<LiveMessage['kind']> = new Set(['bid_change', 'tokens_change', 'listings_change'])

/** Returns what a message makes stale in a list: one token, or all rows. */
function concernOf(message: LiveMessage): { readonly tokenDataId: string } | 'rows' | null {
  if (OF_ALL_ROWS.has(message.kind)) return 'rows'
  if (message.kind !== 'activity') return null
  const { tokenDataId } = message.activity
  return tokenDataId === null ? 'rows' : { tokenDataId }
}
