import { quantile } from '@opal/domain/testing/statistics'
import type { Browser } from 'playwright-core'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import { COLLECTION_STEPS, type Steps } from './collection-steps.ts'
import { openPhone } from './load-page.ts'

/** At most twice the time of the same interactions on the minimal page. */
const INP_GOAL = 1 / 2
/** The shortest that the browser tells, in milliseconds: anything quicker counts as this. */
const SHORTEST_MS = 16

export interface InteractionOptions {
  readonly browser: Browser
  /** The collection page of the product, and the minimal page of the same elements. */
  readonly product: string
  readonly minimal: string
  readonly rounds: number
  readonly say: (line: string) => void
}

const ON_MINIMAL: Steps = [
  async (page) => {
    await page.locator('#filter').click()
    await page.locator('#filter').click()
    await page.keyboard.press('Escape')
  },
  async (page) => {
    await page.locator('#dialog').click()
    await page.locator('#dialog').click()
    await page.keyboard.press('Escape')
  },
  async (page) => {
    await page.locator('#tab').click()
    await page.locator('#tab').click()
  },
  async (page) => {
    await page.locator('#text').click()
    await page.keyboard.type('1')
    await page.keyboard.press('Backspace')
  },
]

/** Measures how long the page takes to respond, at a quarter of this processor's speed. */
export async function* measureInteractions(options: InteractionOptions): AsyncGenerator<Measurement> {
  const { browser, product, minimal, rounds, say } = options
  say(`${rounds} rounds of filtering, opening, changing tabs and typing`)
  const durations = {
    product: await durationsOf(browser, product, COLLECTION_STEPS, rounds),
    minimal: await durationsOf(browser, minimal, ON_MINIMAL, rounds),
  }
  const limit = quantile(durations.minimal, 0.95)
  yield costMeasurement({ name: 'web.inp.p95', value: quantile(durations.product, 0.95), unit: 'ms' }, limit, INP_GOAL)
  yield plainMeasurement({ name: 'web.inp.interactions', value: durations.product.length, unit: '' })
}

async function durationsOf(browser: Browser, url: string, steps: Steps, rounds: number): Promise<readonly number[]> {
  const { page } = await openPhone(browser)
  try {
    await page.addInitScript(watchInteractions)
    await page.goto(url)
    await page.waitForFunction(() => performance.getEntriesByName('opal:hydrated').length > 0)
    await page.waitForTimeout(2_000)
    for (let round = 0; round < rounds; round++) {
      for (const step of steps) {
        await step(page)
        // The browser tells an interaction's length when the next frame has been painted.
        await page.waitForTimeout(150)
      }
    }
    const durations = await page.evaluate(() => [
      ...((window as Watched).interactions ?? new Map<number, number>()).values(),
    ])
    if (durations.length === 0) throw new Error(`no interaction was seen on ${url}`)
    return durations.map((duration) => Math.max(SHORTEST_MS, duration))
  } finally {
    await page.context().close()
  }
}

interface Watched {
  /** Longest event of every interaction, by its number. */
  interactions?: Map<number, number>
}

function watchInteractions(): void {
  const interactions = new Map<number, number>()
  ;(window as Watched).interactions = interactions
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const id = entry.interactionId ?? 0
      if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
