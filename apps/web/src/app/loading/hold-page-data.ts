import { pagePostponed } from '../failures/page-failures.ts'
import { announcePostponed, untilAnswers } from '../failures/site-reachable.ts'

/** Requests of the router for the data of a page, and for the list of its chunks. */
const PAGE_DATA = /^\/(?:__manifest$|.*\.data$)/
/** A request that fails this often although the site answers is not held any longer. */
const MAX_ATTEMPTS = 4

/**
 * Holds the router's requests for a page while the site cannot be reached, instead of failing the page: the one on the screen stays,
 * and the chosen one opens once the site answers. The router has no place of its own for this, so it is done to `fetch`. Another
 * choice of the reader ends the request as usual.
 * @source docs/product/site.md#missing-parts
 */
export function holdPageData(target: Window): void {
  const send = target.fetch.bind(target)
  const held = new Set<object>()
  const hold = async (signal: AbortSignal | null | undefined) => {
    const one = {}
    held.add(one)
    announcePostponed(target)
    await untilAnswers(target, signal)
    held.delete(one)
    if (held.size === 0) pagePostponed.set(false)
    signal?.throwIfAborted()
  }
  target.fetch = async (input, init) => {
    if (!isPageData(target, input, init)) return send(input, init)
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(input, init)
      } catch (error) {
        if (!(error instanceof TypeError) || attempt === MAX_ATTEMPTS) throw error
      }
      await hold(init?.signal)
    }
  }
}

function isPageData(target: Window, input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return false
  const { origin, pathname } = new URL(input, target.location.origin)
  return origin === target.location.origin && PAGE_DATA.test(pathname)
}
