import { vi } from 'vitest'

/**
 * Replaces the browser's Back of a phone, by the rules of the HTML standard: watchers that are created without an interaction in
 * between form a group, which one press closes.
 * @see https://html.spec.whatwg.org/#process-close-watchers
 */
export function fakeBack({ isCoarse = true } = {}) {
  let groups: Set<EventTarget>[] = []
  let allowed = 1
  let mayGrow = true
  class FakeCloseWatcher extends EventTarget {
    constructor() {
      super()
      if (groups.length < allowed) groups.push(new Set([this]))
      else groups.at(-1)?.add(this)
      mayGrow = true
    }

    destroy(): void {
      for (const group of groups) group.delete(this)
      groups = groups.filter((group) => group.size > 0)
    }
  }
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  const matchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(pointer: coarse)' ? { matches: isCoarse } : matchMedia(query),
  )
  return {
    /** Interacts with the page, as by a tap: one more group is allowed. */
    tap(): void {
      if (mayGrow) allowed += 1
      mayGrow = false
    },
    /** Presses Back. @returns false where nothing is watched: the browser leaves the page. */
    press(): boolean {
      const group = groups.pop()
      for (const watcher of [...(group ?? [])].toReversed()) watcher.dispatchEvent(new Event('close'))
      allowed = Math.max(1, allowed - 1)
      return group !== undefined
    },
  }
}
