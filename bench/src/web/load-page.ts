import type { Browser, CDPSession, Page } from 'playwright-core'

/** The presets of the browser's own developer tools: bytes a second, milliseconds. */
const kbit = (count: number) => (count * 1000) / 8
/** Lines of a phone. */
export const NETWORKS = {
  'fast-4g': { offline: false, latency: 165, downloadThroughput: kbit(8_100), uploadThroughput: kbit(1_350) },
  'slow-4g': { offline: false, latency: 562.5, downloadThroughput: kbit(1_440), uploadThroughput: kbit(675) },
} as const
export type NetworkProfile = keyof typeof NETWORKS

/** Slowdown of this machine's CPU to that of a mid-range phone. */
const CPU_SLOWDOWN = 4

/** Durations of one load, in milliseconds since the navigation began. */
export interface Load {
  readonly lcp: number
  /** Null on a page without script. */
  readonly hydrated: number | null
}

/** Returns a phone's window whose processor is slowed down. */
export async function openPhone(browser: Browser): Promise<{ readonly page: Page; readonly cdp: CDPSession }> {
  // A plain user agent: the site gives robots whole pages instead of streaming.
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    userAgent,
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, cdp }
}

/** Loads a page once with an empty cache. */
export async function loadPage(
  browser: Browser,
  url: string,
  profile: NetworkProfile,
  hydrates: boolean,
): Promise<Load> {
  const { page, cdp } = await openPhone(browser)
  try {
    await cdp.send('Network.emulateNetworkConditions', NETWORKS[profile])
    await page.addInitScript(watchLoad, hydrates)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // Evaluated in the browser directly: the driver's own way of waiting loads a program into the page and has it draw
    // every frame, in the middle of the measurement.
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: 'window.load',
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(`${url} did not come to rest within a minute`)
    return result.value as Load
  } finally {
    await page.context().close()
  }
}

// The following runs in the page.

interface Watched {
  load?: Promise<Load>
}

/**
 * Resolves with the durations once a second has passed without a larger paint; a large image may follow the load
 * event.
 */
function watchLoad(hydrates: boolean): void {
  let lcp: { readonly at: number; readonly seen: number } | null = null
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) lcp = { at: startTime, seen: performance.now() }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const { promise, resolve, reject } = Promise.withResolvers<Load>()
  ;(window as Watched).load = promise
  const poll = () => {
    const hydrated = performance.getEntriesByName('opal:hydrated')[0]?.startTime ?? null
    const isLoaded = document.readyState === 'complete' && (!hydrates || hydrated !== null)
    if (isLoaded && lcp !== null && performance.now() - lcp.seen > 1_000) resolve({ lcp: lcp.at, hydrated })
    else if (performance.now() > 60_000) reject(new Error('no rest'))
    else setTimeout(poll, 200)
  }
  poll()
}
