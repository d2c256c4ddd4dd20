import { median } from '@opal/domain/testing/statistics'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { sortByName } from './collection-steps.ts'

/** At least nine tenths of the bare grid's frames, with fewer elements than this. */
const FRAMES_GOAL = 0.9
const MAX_ELEMENTS = 1_500
/** Far down, a page takes as much memory as with a small collection, apart from random variation. */
const HEAP_GOAL = 0.8
/** Longest wait for the first item after a jump to it. */
const MAX_JUMP_MS = 500
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

/** Measures frames a second while a grid of ten thousand items is scrolled, compared with a minimal grid on the same virtual list. */
export async function* measureGrid({ browser, product, bare, runs, say }: GridOptions): AsyncGenerator<Measurement> {
  say(`scrolling a grid of ${SCROLLED_ITEMS} items`)
  await using ours = await openGrid(browser)
  await stretchItems(ours.page, SCROLLED_ITEMS)
  await ours.page.goto(product)
  await loadItems(ours.page, SCROLLED_ITEMS, SCROLLED_ITEMS)
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
  yield plainMeasurement({ name: 'web.grid.items', value: SCROLLED_ITEMS, unit: '' })
  const heap = await heapBytes(ours.cdp)
  yield* measureDeepGrid({ browser, product, runs, say }, { frames: median(frames.product), heap })
}

/** The same far down in a collection of a million items, compared with the start of a small one; and a jump from there to the first item. */
async function* measureDeepGrid(
  { browser, product, runs, say }: Omit<GridOptions, 'bare'>,
  small: { readonly frames: number; readonly heap: number },
): AsyncGenerator<Measurement> {
  say(`scrolling to item ${DEPTH} of ${LARGEST_GRID}`)
  await using deep = await openGrid(browser)
  const { page, cdp } = deep
  await stretchItems(page, LARGEST_GRID)
  await page.goto(product)
  await loadItems(page, LARGEST_GRID, DEPTH)
  const frames: number[] = []
  for (let run = 0; run < runs; run++) {
    const top = await page.evaluate((fling) => document.documentElement.scrollHeight - 3 * fling, FLING)
    frames.push((await fling(page, cdp, top)).framesPerSecond)
  }
  yield rateMeasurement(
    { name: 'web.grid.deep.frames', value: median(frames), unit: 'frames/s' },
    small.frames,
    FRAMES_GOAL,
  )
  yield costMeasurement({ name: 'web.grid.deep.heap', value: await heapBytes(cdp), unit: 'B' }, small.heap, HEAP_GOAL)
  yield costMeasurement({ name: 'web.grid.deep.jump', value: await jumpToStart(page), unit: 'ms' }, MAX_JUMP_MS, 1)
  yield plainMeasurement({ name: 'web.grid.deep.items', value: DEPTH, unit: '' })
}

/** Returns the milliseconds from a jump to the beginning until its first item is on the screen. */
function jumpToStart(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now()
    window.scrollTo(0, 0)
    while (document.querySelector('a[title="Item #0"]') === null) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

async function openGrid(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}

/** Asks for pages up to an item, as someone who scrolls on does. Another sort order makes the page fetch the list again. */
async function loadItems(page: Page, total: number, upTo: number): Promise<void> {
  await sortByName(page)
  await page.getByText(`${total.toLocaleString('en-US')} items`).waitFor()
  await page.waitForFunction(
    (title) => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return document.querySelector(`a[title="${title}"]`) !== null
    },
    `Item #${upTo - 1}`,
    { timeout: LOAD_TIMEOUT_MS, polling: 100 },
  )
}

async function fling(page: Page, cdp: CDPSession, from = 2_000) {
  await page.evaluate((top) => window.scrollTo(0, top), from)
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

/** Items of a usual large collection, all of which stay in memory, and of the largest. */
const [SCROLLED_ITEMS, LARGEST_GRID] = [10_000, 1_000_000] as const
/** Item of the largest collection that is scrolled to: as far as seconds go. */
const DEPTH = 60_000
const LOAD_TIMEOUT_MS = 240_000
/** More in a page than the API gives, so that the end of the list is reached in seconds: what is measured comes after. */
const PAGE = 500

interface Items {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly nextCursor: string | null
  readonly total: number
}

/** Makes a collection longer: the API's answer for its first page is repeated under other ids. */
async function stretchItems(page: Page, total: number): Promise<void> {
  let first: Items | null = null
  await page.route(/\/api\/collection\/[^/]+\/nfts\?/, async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? '0')
    if (first === null) {
      url.searchParams.delete('cursor')
      first = (await (await route.fetch({ url: url.href })).json()) as Items
    }
    const { data } = first
    const rows = Array.from({ length: Math.min(PAGE, total - from) }, (_, index) => {
      const at = from + index
      return {
        ...data[index % data.length],
        tokenDataId: `0x${(at + 1).toString(16).padStart(64, '0')}`,
        name: `Item #${at}`,
      }
    })
    const next = from + rows.length
    await route.fulfill({ json: { data: rows, nextCursor: next < total ? String(next) : null, total } })
  })
}
