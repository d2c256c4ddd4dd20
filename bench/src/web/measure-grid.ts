import { median } from '@opal/domain/testing/statistics'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { sortByName } from './collection-steps.ts'

/** At least nine tenths of the bare grid's frames, with fewer elements than this. */
const FRAMES_GOAL = 0.9
const MAX_ELEMENTS = 1_500
/** Pixels of one fling, and how fast it goes. */
const FLING = 12_000
const SPEED = 4_000

export interface GridOptions {
  readonly browser: Browser
  /** A collection's page, and the bare grid. */
  readonly product: string
  readonly bare: string
  readonly runs: number
  readonly say: (line: string) => void
}

/** Frames a second while a grid of ten thousand items is scrolled, compared with a minimal grid on the same virtual list. */
export async function* measureGrid({ browser, product, bare, runs, say }: GridOptions): AsyncGenerator<Measurement> {
  say(`scrolling a grid of ${MANY} items`)
  await using ours = await openGrid(browser)
  await stretchItems(ours.page)
  await ours.page.goto(product)
  await loadEverything(ours.page)
  await using theirs = await openGrid(browser)
  await theirs.page.goto(bare)
  const frames = { product: [] as number[], bare: [] as number[] }
  let elements = 0
  for (let run = 0; run < runs; run++) {
    frames.bare.push((await fling(theirs.page, theirs.cdp)).framesPerSecond)
    const flung = await fling(ours.page, ours.cdp)
    frames.product.push(flung.framesPerSecond)
    elements = Math.max(elements, flung.maxElements)
  }
  yield rateMeasurement(
    { name: 'web.grid.frames', value: median(frames.product), unit: 'frames/s' },
    median(frames.bare),
    FRAMES_GOAL,
  )
  yield costMeasurement({ name: 'web.grid.elements', value: elements, unit: '' }, MAX_ELEMENTS, 1)
  yield plainMeasurement({ name: 'web.grid.items', value: MANY, unit: '' })
}

async function openGrid(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}

/** Asks for every page, as someone who scrolls to the end does. Another sort order makes the page fetch the list again. */
async function loadEverything(page: Page): Promise<void> {
  await sortByName(page)
  await page.getByText('10,000 items').waitFor()
  await page.waitForFunction(
    () => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return document.querySelector('a[title="Item #9999"]') !== null
    },
    undefined,
    { timeout: 240_000, polling: 100 },
  )
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function fling(page: Page, cdp: CDPSession) {
  await page.evaluate(() => window.scrollTo(0, 2_000))
  await page.evaluate(startCounting)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 600,
    yDistance: -FLING,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  return page.evaluate(stopCounting)
}

interface Counting {
  counting?: { frames: number; since: number; most: number; on: boolean }
}

function startCounting(): void {
  const counting = { frames: 0, since: performance.now(), most: 0, on: true }
  ;(window as Counting).counting = counting
  const count = () => {
    counting.frames++
    if (counting.frames % 10 === 0) counting.most = Math.max(counting.most, document.querySelectorAll('*').length)
    if (counting.on) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

function stopCounting(): { framesPerSecond: number; maxElements: number } {
  const { counting } = window as Counting
  if (counting === undefined) throw new Error('nothing was counted')
  counting.on = false
  return {
    framesPerSecond: (counting.frames * 1_000) / (performance.now() - counting.since),
    maxElements: counting.most,
  }
}

/** As many as the largest collection that a grid is asked to show. */
export const MANY = 10_000
/** More in a page than the API gives, so that the end of the list is reached in seconds: what is measured comes after. */
const PAGE = 500

interface Items {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly nextCursor: string | null
  readonly total: number
}

/** Makes a collection ten thousand items long: the API's answer for its first page is repeated under other ids. */
async function stretchItems(page: Page): Promise<void> {
  let first: Items | null = null
  await page.route(/\/api\/collection\/[^/]+\/nfts\?/, async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? '0')
    if (first === null) {
      url.searchParams.delete('cursor')
      first = (await (await route.fetch({ url: url.href })).json()) as Items
    }
    const { data } = first
    const rows = Array.from({ length: Math.min(PAGE, MANY - from) }, (_, index) => {
      const at = from + index
      return {
        ...data[index % data.length],
        tokenDataId: `0x${(at + 1).toString(16).padStart(64, '0')}`,
        name: `Item #${at}`,
      }
    })
    const next = from + rows.length
    await route.fulfill({ json: { data: rows, nextCursor: next < MANY ? String(next) : null, total: MANY } })
  })
}
