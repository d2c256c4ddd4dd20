const KEY = 'opal:chunk-reload-at'
const COOL_DOWN_MS = 60_000
/** Asked of our own site before it is loaded anew: what is on the screen is better than a browser's error. */
const PROOF = '/healthz'
const LOOK_EVERY_MS = 5_000

/**
 * A new release removes old chunks: when one cannot be loaded, the page is loaded anew, at most once per 60 seconds. While
 * the reader is offline, or the site is down, the reload waits until the site answers.
 * @source docs/product/site.md#missing-parts
 */
export function reloadOnMissingChunk(target: Window): void {
  let isWaiting = false
  target.addEventListener('vite:preloadError', async () => {
    if (isWaiting || Date.now() - Number(target.sessionStorage.getItem(KEY) ?? 0) < COOL_DOWN_MS) return
    isWaiting = true
    while (!(await answers(target))) await onlineOrLater(target)
    isWaiting = false
    target.sessionStorage.setItem(KEY, String(Date.now()))
    target.location.reload()
  })
}

async function answers(target: Window): Promise<boolean> {
  if (!target.navigator.onLine) return false
  return target.fetch(PROOF, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Resolves when the browser says that it is online, or when it is time to look again. */
function onlineOrLater(target: Window): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      target.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, LOOK_EVERY_MS)
    target.addEventListener('online', done)
  })
}
