import type { Browser } from 'playwright-core'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import { openPhone } from './load-page.ts'

/** Most that a page may jump about. */
const MAX_SHIFT = 0.02
/** Nothing is never exactly nothing: a ratio needs a number. */
const NO_SHIFT = 0.0001

export interface ShiftOptions {
  readonly browser: Browser
  /** Address by the page's name. */
  readonly pages: Readonly<Record<string, string>>
  readonly seconds: number
  /** Makes something happen in the market; called again and again. */
  readonly trade: () => Promise<void>
  readonly say: (line: string) => void
}

/** Measures the layout shift of each page while it is live. */
export async function* measureShifts({
  browser,
  pages,
  seconds,
  trade,
  say,
}: ShiftOptions): AsyncGenerator<Measurement> {
  for (const [name, url] of Object.entries(pages)) {
    say(`watching ${name} for ${seconds} s while trades happen`)
    const { page } = await openPhone(browser)
    try {
      await page.addInitScript(watchShifts)
      await page.goto(url)
      let trades = 0
      for (const until = Date.now() + seconds * 1_000; Date.now() < until; trades++) {
        await trade()
        await page.waitForTimeout(500)
      }
      const shift = await page.evaluate(() => (window as Watched).shift ?? 0)
      yield costMeasurement({ name: `web.cls.${name}`, value: Math.max(shift, NO_SHIFT), unit: '' }, MAX_SHIFT, 1)
      yield plainMeasurement({ name: `web.cls.${name}.trades`, value: trades, unit: '' })
    } finally {
      await page.context().close()
    }
  }
}

interface Watched {
  shift?: number
}

/** The largest burst of shifts: up to 5 s long, with less than a second between them. @source web.dev/articles/cls */
function watchShifts(): void {
  let burst = { sum: 0, first: 0, last: 0 }
  const watched = window as Watched
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue
      const goesOn = entry.startTime - burst.last < 1_000 && entry.startTime - burst.first < 5_000
      burst = goesOn
        ? { ...burst, sum: burst.sum + entry.value, last: entry.startTime }
        : { sum: entry.value, first: entry.startTime, last: entry.startTime }
      watched.shift = Math.max(watched.shift ?? 0, burst.sum)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
