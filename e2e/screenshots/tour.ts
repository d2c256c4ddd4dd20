import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { USER_AGENT } from '../harness/config.ts'
import type { Subjects } from './find-subjects.ts'
import { createPointer, type Pointer } from './pointer.ts'
import { PRESSABLE } from './pressable.ts'
import { recordPage } from './record-page.ts'
import { answerWallet, connect, dismissNotice } from './wallet.ts'

const SIZE = { width: 1280, height: 800 }
/** Width of the recording: a README shows it at some 900 pixels. */
const RECORDED_WIDTH = 960
/** A reader takes in a new page in about this time. */
const LOOK_MS = 1_000

const IMAGES_TIMEOUT_MS = 300_000

/** A running site with a demo market. */
interface Place {
  readonly browser: Browser
  readonly site: string
  readonly subjects: Subjects
}

/**
 * Records the tour of the README as `tour.webp`: browses the market, sweeps three items, sells one into a bid.
 * @returns what was recorded, in a sentence.
 */
export async function recordTour({ browser, site, subjects }: Place, output: string): Promise<string> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'dark', userAgent: USER_AGENT })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const pointer = await createPointer(page)
    // The last one is where the tour begins.
    for (const path of [`/collection/${subjects.collection.slug}`, '/']) await openWithImages(page, site + path)
    await connect(page, subjects.person.name)
    await dismissNotice(page)
    await hideLauncher(page)
    const { webp, seconds } = await recordPage(page, () => tour(page, pointer, subjects), { width: RECORDED_WIDTH })
    await mkdir(output, { recursive: true })
    await writeFile(join(output, 'tour.webp'), webp)
    return `tour.webp: ${seconds.toFixed(0)} s, ${Math.round(webp.byteLength / 1024)} KiB`
  } finally {
    await context.close()
  }
}

async function tour(page: Page, pointer: Pointer, subjects: Subjects): Promise<void> {
  await browse(page, pointer, subjects)
  await sweep(page, pointer)
  await sell(page, pointer)
}

/** An Opal that has just started still fetches its images: opens a page until all of them are there. */
async function openWithImages(page: Page, url: string): Promise<void> {
  for (const until = Date.now() + IMAGES_TIMEOUT_MS; Date.now() < until; ) {
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    if ((await page.locator('[data-state="letter"]').count()) === 0) return
    await page.waitForTimeout(LOOK_MS)
  }
  throw new Error(`images of ${url} are missing`)
}

/** From the ranked table to a collection's items, and a look at one of them. */
async function browse(page: Page, pointer: Pointer, { collection }: Subjects): Promise<void> {
  await look(page)
  await scroll(page, 360)
  await pointer.press(page.getByRole('row').locator(`a[href^="/collection/${collection.slug}"]:visible`).first())
  const items = page.getByRole('list', { name: 'Items' })
  await items.getByRole('link').first().waitFor()
  await hideLauncher(page)
  await look(page)
  await pointer.press(items.getByRole('link').nth(1))
  await page.getByRole('dialog').getByRole('tab').first().waitFor()
  await look(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Three of the cheapest by one signature. */
async function sweep(page: Page, pointer: Pointer): Promise<void> {
  const more = page.getByRole('region', { name: 'Sweep' }).getByRole('button', { name: 'One more' })
  for (let times = 0; times < 3; times += 1) await pointer.press(more)
  await look(page)
  await pointer.press(page.getByRole('button', { name: 'Magic buy' }))
  const confirm = enabled(page.getByRole('button', { name: 'Confirm purchase' }))
  await confirm.waitFor()
  await look(page)
  await pointer.press(confirm)
  await approve(page)
  const done = page.getByRole('dialog', { name: 'Congratulations!' })
  await done.waitFor()
  await look(page)
  await page.keyboard.press('Escape')
  await done.waitFor({ state: 'detached' })
}

/** One of them into the best bid for the collection. */
async function sell(page: Page, pointer: Pointer): Promise<void> {
  await pointer.press(page.getByRole('tab', { name: /^Bids/ }))
  const into = page.getByRole('button', { name: 'Sell 1 into bids' })
  await into.waitFor()
  await look(page)
  await pointer.press(into)
  const accept = enabled(page.getByRole('dialog').getByRole('button', { name: /^Accept/ }))
  await accept.waitFor()
  await look(page)
  await pointer.press(accept)
  await approve(page)
  await page.getByText('Bid accepted').first().waitFor()
  await look(page)
}

function enabled(button: Locator): Locator {
  return button.and(button.page().locator(PRESSABLE)).first()
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Confirm transaction' }).waitFor()
  await page.waitForTimeout(LOOK_MS / 2)
  await answerWallet(page, 'Approve')
}

/** The dev wallet's button is no part of the site. */
async function hideLauncher(page: Page): Promise<void> {
  await page.addStyleTag({ content: '[data-opal-dev-wallet="launcher"] { display: none !important }' })
}

async function scroll(page: Page, pixels: number): Promise<void> {
  for (let done = 0; done < pixels; done += 60) {
    await page.mouse.wheel(0, 60)
    await page.waitForTimeout(30)
  }
  await look(page)
}

async function look(page: Page): Promise<void> {
  await page.waitForTimeout(LOOK_MS)
}
