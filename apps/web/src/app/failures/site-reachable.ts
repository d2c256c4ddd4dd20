import { showToast } from '@opal/ui/feedback/show-toast'
import type { createMemoryRouter } from 'react-router'
import { pagePostponed } from './page-failures.ts'

/** Requested before anything is loaded again: what is on the screen is better than the browser's error page. */
const HEALTH_PATH = '/healthz'
const CHECK_EVERY_MS = 5_000
const OFFLINE = 'You’re offline. Check your connection: the page opens once you’re back online.'
const AWAY = 'The site can’t be reached. The page opens once it answers.'

/** The router of the page, as far as it is needed here. */
type PageRouter = Pick<ReturnType<typeof createMemoryRouter>, 'state' | 'subscribe'>

/** Returns whether the site answers. */
export async function answers(target: Window): Promise<boolean> {
  if (!target.navigator.onLine) return false
  return target.fetch(HEALTH_PATH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Waits at least once, then until the site answers or the signal aborts. */
export async function untilAnswers(target: Window, signal?: AbortSignal | null): Promise<void> {
  do await onlineOrLater(target, signal)
  while (signal?.aborted !== true && !(await answers(target)))
}

/** Returns the router of the page; absent before it has started. */
export function routerOf(target: Window): PageRouter | undefined {
  return (target as { readonly __reactRouterDataRouter?: PageRouter }).__reactRouterDataRouter
}

/** Key of the page that was announced last: what keeps it away may be noticed several times. */
let announced: string | undefined

/** Says of the page that is chosen, once, that it opens when the site answers, and ends the loading bar. */
export function announcePostponed(target: Window): void {
  const key = routerOf(target)?.state.navigation.location?.key
  pagePostponed.set(key !== undefined)
  if (key === undefined || key === announced) return
  announced = key
  void showToast(target.navigator.onLine ? AWAY : OFFLINE, 'error')
}

/** Resolves when the browser is online again, after the check interval, or when the signal aborts. */
function onlineOrLater(target: Window, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      target.removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, CHECK_EVERY_MS)
    target.addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })
}
