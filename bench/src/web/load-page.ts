import type { Browser, CDPSession, Page } from 'playwright-core'

/** The presets of the browser's own developer tools: bytes a second, milliseconds. */
const kbit = (count: number) => (count * 1000) / 8
export const NETWORKS = {
  'fast-4g': { offline: false, latency: 165, downloadThroughput: kbit(8_100), uploadThroughput: kbit(1_350) },
  'slow-4g': { offline: false, latency: 562.5, downloadThroughput: kbit(1_440), uploadThroughput: kbit(675) },
} as const
export type NetworkProfile = keyof typeof NETWORKS

/** How much slower than this machine a mid-range phone is. */
const CPU_SLOWDOWN = 4

/** What one load took, in milliseconds since the navigation began. */
export interface Load {
  readonly lcp: number
  /** Null on a page without script. */
  readonly hydrated: number | null
}

/** A phone's window whose processor is slowed down. */
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

/** Loads a page once, with nothing kept from before. */
export async function loadPage(
  browser: Browser,
  url: string,
  profile: NetworkProfile,
  hydrates: boolean,
): Promise<Load> {
  const { page, cdp } = await openPhone(browser)
  try {
    await cdp.send('Network.emulateNetworkConditions', NETWORKS[profile])
    await page.addInitScript(watchLargestPaint)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    if (hydrates) await page.waitForFunction(isHydrated, undefined, { timeout: 60_000 })
    // The last large picture may be painted after the load event.
    await page.waitForFunction(isQuiet, undefined, { timeout: 60_000 })
    return await page.evaluate(readLoad)
  } finally {
    await page.context().close()
  }
}

// What follows runs in the page.

interface Watched {
  lcp?: { at: number; seen: number }
}

function watchLargestPaint(): void {
  const watched = window as Watched
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.lcp = { at: entry.startTime, seen: performance.now() }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function isHydrated(): boolean {
  return performance.getEntriesByName('opal:hydrated').length > 0
}

function isQuiet(): boolean {
  const { lcp } = window as Watched
  return lcp !== undefined && performance.now() - lcp.seen > 1_000
}

function readLoad(): { lcp: number; hydrated: number | null } {
  const hydrated = performance.getEntriesByName('opal:hydrated')[0]
  return { lcp: (window as Watched).lcp?.at ?? 0, hydrated: hydrated?.startTime ?? null }
}
