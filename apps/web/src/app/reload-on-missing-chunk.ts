const KEY = 'opal:chunk-reload-at'
const COOL_DOWN_MS = 60_000
/** Requested before a reload: what is on the screen is better than the browser's error page. */
const HEALTH_PATH = '/healthz'
const CHECK_EVERY_MS = 5_000

/**
 * Reloads the page when a chunk cannot be loaded, because a new release removes old chunks; at most once per 60 seconds. While
 * the browser is offline, or the site is down, the reload waits until the site answers. So does the router's own reload, which
 * follows when the chunk of a page is missing, where the browser lets a page delay it (Navigation API).
 * @source docs/product/site.md#missing-parts
 */
export function reloadOnMissingChunk(target: Window): void {
  let isWaiting = false
  let isReloading = false
  const reloadOnceUp = async () => {
    if (isWaiting) return
    isWaiting = true
    while (!(await answers(target))) await onlineOrLater(target)
    isWaiting = false
    target.sessionStorage.setItem(KEY, String(Date.now()))
    isReloading = true
    target.location.reload()
    isReloading = false
  }
  target.addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(target.sessionStorage.getItem(KEY) ?? 0) < COOL_DOWN_MS) return
    await reloadOnceUp()
  })
  const { navigation } = target as { readonly navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || isReloading) return
    event.preventDefault()
    void reloadOnceUp()
  })
}

async function answers(target: Window): Promise<boolean> {
  if (!target.navigator.onLine) return false
  return target.fetch(HEALTH_PATH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Resolves when the browser is online again, or after the check interval. */
function onlineOrLater(target: Window): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      target.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, CHECK_EVERY_MS)
    target.addEventListener('online', done)
  })
}
