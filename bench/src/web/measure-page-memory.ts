import { median } from '@opal/domain/testing/statistics'
import type { Browser, CDPSession } from 'playwright-core'
import { costMeasurement, type Measurement } from '../measurement.ts'

/** A live page's memory at the end may exceed that near the beginning by a ninth. */
const GOAL = 0.9
const EVERY_MS = 2_000

export interface PageMemoryOptions {
  readonly browser: Browser
  /** A collection's page. */
  readonly url: string
  readonly minutes: number
  readonly trade: () => Promise<void>
  readonly say: (line: string) => void
}

/** Measures memory of a page that is live and scrolled up and down all the while, after collection: the last fifth by the second. */
export async function* measurePageMemory(options: PageMemoryOptions): AsyncGenerator<Measurement> {
  const { browser, url, minutes, trade, say } = options
  say(`watching a page's memory for ${minutes} min`)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  try {
    await page.goto(url)
    const held: number[] = []
    for (const until = Date.now() + minutes * 60_000; Date.now() < until; ) {
      await trade()
      await page.mouse.wheel(0, held.length % 2 === 0 ? 6_000 : -6_000)
      await page.waitForTimeout(EVERY_MS)
      held.push(await heapMib(cdp))
    }
    const fifth = Math.max(1, Math.floor(held.length / 5))
    const early = median(held.slice(fifth, 2 * fifth))
    const late = median(held.slice(-fifth))
    yield costMeasurement({ name: 'web.memory.late', value: late, unit: 'MiB' }, early, GOAL)
  } finally {
    await context.close()
  }
}

async function heapMib(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1024 ** 2
}
