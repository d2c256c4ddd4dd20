const KEY = 'opal:chunk-reload-at'
const COOL_DOWN_MS = 60_000

/**
 * A new release removes old chunks: when one cannot be loaded, the page is loaded anew, at most once per 60 seconds. Without
 * a network it waits until there is one again: a page that cannot be loaded would be gone.
 * @source spec, section 4 "A failed lazy chunk load triggers one page reload"
 */
export function reloadOnMissingChunk(target: Window): void {
  target.addEventListener('vite:preloadError', () => {
    const last = Number(target.sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < COOL_DOWN_MS) return
    target.sessionStorage.setItem(KEY, String(Date.now()))
    if (target.navigator.onLine) target.location.reload()
    else target.addEventListener('online', () => target.location.reload(), { once: true })
  })
}
