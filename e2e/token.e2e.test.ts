import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE, TIMEOUT } from './harness/config.ts'
import { longTest } from './harness/long-test.ts'
import { floorToken, largestCollection, person } from './harness/market.ts'
import { whenReady } from './harness/when-ready.ts'

/** The browser's request of one token. */
const TOKEN_CALL = /\/api\/collection\/nfts\/0x[0-9a-f]+(\?seen=\d+)?$/

let harness: BrowserHarness
let place: string
beforeAll(async () => {
  harness = await sharedHarness()
  // Trades of earlier journeys do not move the list during these.
  await harness.network.settle()
  place = `/collection/${(await largestCollection(harness.network)).slug}`
})

const links = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('article a[title]')

async function openFirst(page: Page): Promise<string> {
  const name = (await links(page).first().getAttribute('title')) ?? ''
  await links(page).first().click()
  await page.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor()
  return name
}

/** Returns what lies over elements, on a grid of points in them, off their round corners. */
function covers(page: Page, selector: string): Promise<readonly string[]> {
  return page.evaluate((matched) => {
    const found: string[] = []
    for (const element of document.querySelectorAll(`main :is(${matched})`)) {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      for (let x = left + 12; x < right - 12; x += 16)
        for (let y = top + 12; y < bottom - 12; y += 6) {
          const over = document.elementFromPoint(x, y)
          if (over !== null && !element.contains(over)) found.push(`${over.tagName} over ${element.textContent}`)
        }
    }
    return [...new Set(found)]
  }, selector)
}

describe('a token', () => {
  // @feature token.dialog, token.neighbours, token.steps, token.tabs, token.cards
  test('opens over its list, moves to its neighbours by arrow keys, and restores the address when it closes', async () => {
    const page = await harness.visitor(place)
    // Under an open dialog the list is hidden from readers.
    const second = (await links(page).nth(1).getAttribute('title')) ?? ''
    const first = await openFirst(page)
    await expect
      .poll(() => [...new URL(page.url()).searchParams.keys()], TIMEOUT)
      .toEqual(['collectionId', 'tokenDataId'])
    const dialog = page.getByRole('dialog')
    const cards = dialog.locator('dl').first()
    for (const name of ['Price', 'Last Sale', 'Top Bid', 'Rarity', 'Owner', 'Collection Floor'])
      await cards.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('heading', { name: second, exact: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByRole('heading', { name: first, exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Previous item', disabled: true }).waitFor()
    await dialog.getByRole('button', { name: 'Next item' }).click()
    await dialog.getByRole('heading', { name: second, exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Previous item' }).click()
    await dialog.getByRole('heading', { name: first, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search, TIMEOUT).toBe('')
  })

  // @feature token.attributes, token.links, rarity.score, token.activity, token.orders
  test('shows traits, rank, orders and history on a page of its own', async () => {
    const page = await harness.visitor(place)
    await openFirst(page)
    const search = new URL(page.url()).searchParams
    await page.goto(`${harness.network.webUrl}/collection/${search.get('collectionId')}/${search.get('tokenDataId')}`)
    await whenReady(page)
    await page.getByText('How rarity works').click()
    await page.getByRole('table', { name: 'Rarity, trait by trait' }).getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('link', { name: 'View full size' }).getAttribute('target')).toBe('_blank')
    const owner = page.getByText('Owned by').getByRole('link')
    expect(await owner.getAttribute('href')).toMatch(/^\/0x[0-9a-f]{64}$/)
    await page.locator(`main a[href="${place}"]`).first().waitFor()
    await page.getByRole('heading', { name: 'Open orders' }).waitFor()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('table', { name: 'Activity' }).waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('list', { name: 'Attributes' }).getByRole('link').first().click()
    await page.waitForURL(/\/collection\/[^/]+\?trait=/)
    await page.getByRole('button', { name: /^Remove filter / }).waitFor()
  })

  // @feature token.tabs-free, token.activity
  test.each([
    ['a wide window', { width: 1440, height: 600 }],
    ['a low phone', { width: 390, height: 667 }],
  ])('keeps price, buttons and tabs uncovered in %s while its activity scrolls by', async (_, size) => {
    const { collectionId, tokenDataId } = await floorToken(harness.network, person(harness.network, 'Mara Voss'))
    const page = await harness.visitor('about:blank')
    await page.setViewportSize(size)
    await page.goto(`${harness.network.webUrl}/collection/${collectionId}/${tokenDataId}?tab=activity`)
    await whenReady(page)
    await page.getByRole('table', { name: 'Activity' }).waitFor()
    // As of a rare item, which has a button more.
    await page.getByRole('button', { name: /^Place a Bid/ }).evaluate((bid) => {
      bid.after(bid.cloneNode(true))
      bid.parentElement?.setAttribute('data-two-lines', 'true')
    })
    // Long enough to scroll by.
    await page.evaluate(() => document.querySelector('main')?.style.setProperty('min-height', '3000px'))
    expect(await covers(page, '[role=tab]')).toEqual([])
    for (const y of [0, 100, 200, 300, 400]) {
      await page.evaluate((top) => window.scrollTo(0, top), y)
      expect(await covers(page, 'div:has(> div > [aria-label^="Place a Bid"])'), `scrolled by ${y}`).toEqual([])
    }
  })

  longTest('saves its image as its host has it, over an open dialog, and says when it cannot be had', async () => {
    const page = await harness.visitor(place)
    await openFirst(page)
    const address = page.url()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Download image' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const asked = new URL(download.url()).searchParams
    const [, ending = ''] = /\.([a-z]{3,4})$/.exec(asked.get('src') ?? '') ?? []
    expect(download.suggestedFilename()).toBe(`${asked.get('name')}.${ending}`)
    const saved = readFileSync(await download.path())
    expect(saved).toEqual(Buffer.from(await (await fetch(download.url())).arrayBuffer()))
    // The original of its host, not the resized copy of lists.
    expect(saved.toString('latin1', 8, 12)).not.toBe('WEBP')
    await page.route('**/media/original?*', (route) =>
      route.fulfill({
        status: 502,
        json: { error: { code: 'media-unavailable', message: 'Its host is away.', retryable: true, details: {} } },
      }),
    )
    await link.click()
    await page.getByText('Couldn’t download the image. Its host is away.').waitFor()
    expect(page.url()).toBe(address)
  })

  longTest('says when its metadata was fetched, and has it fetched again', async () => {
    const page = await harness.visitor(place)
    await openFirst(page)
    const dialog = page.getByRole('dialog')
    const asked = page.waitForResponse(
      (answer) => answer.url().endsWith('/refresh') && answer.request().method() === 'POST',
    )
    await dialog.getByRole('button', { name: 'Refresh metadata' }).click()
    expect((await (await asked).json()).status).toBe('pending')
    await dialog.getByText(/^Fetched \d+s ago/).waitFor(TIMEOUT)
    await expect.poll(() => dialog.getByRole('button', { name: 'Refresh metadata' }).isEnabled(), TIMEOUT).toBe(true)
  })

  // @feature token.failed
  test('shows an error when it cannot be loaded, and loads after a retry', async () => {
    const page = await harness.visitor(place)
    await links(page).first().waitFor()
    let broken = true
    await page.route(TOKEN_CALL, (route) => (broken ? route.abort() : route.continue()))
    await links(page).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Couldn’t load this item').waitFor(TIMEOUT)
    broken = false
    await dialog.getByRole('button', { name: /again|Retry/i }).click()
    await dialog.getByRole('heading', { level: 2 }).first().waitFor()
  })
})

describe('a collection’s page', () => {
  // @feature items.search, items.empty, items.sort-nulls-last
  test('searches a broken expression literally, offers to clear without matches, and sorts unpriced items last', async () => {
    const page = await harness.visitor(`${place}?name=${encodeURIComponent('#(')}`)
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await links(page).first().waitFor()
    await page.getByLabel('Sort by').selectOption('price_desc')
    await page.waitForURL(/sort=price_desc/)
    await expect.poll(() => page.locator('article').first().textContent(), TIMEOUT).not.toContain('Not listed')
  })

  // @feature items.price-range, items.chips, items.failed
  test('includes the bounds of a price range, and shows an error when items cannot be fetched', async () => {
    const page = await harness.visitor(`${place}?listed=true`)
    const cheapest = (await page.locator('article').first().getByTitle(/ APT$/).first().getAttribute('title')) ?? ''
    const price = cheapest.replace(/[^\d.]/g, '')
    await page.goto(`${harness.network.webUrl}${place}?min=${price}&max=${price}`)
    await whenReady(page)
    await page.locator('article').first().waitFor()
    await page.getByRole('button', { name: /^Remove filter / }).waitFor()
    await page.route(/\/api\/collection\/[^/]+\/nfts\?/, (route) => route.abort())
    await page.getByLabel('Sort by').selectOption('name_asc')
    await page.getByText('Failed to fetch NFTs').waitFor(TIMEOUT)
    await page.unroute(/\/api\/collection\/[^/]+\/nfts\?/)
    await page.getByRole('button', { name: /again|Retry/i }).click()
    await page.locator('article').first().waitFor()
  })

  // @feature items.table-and-grid, items.rows, table.columns, table.view-remembered, table.cell-marketplace
  test('shows its items as cards or in a table, and stores the choice', async () => {
    const page = await harness.visitor(`${place}?listed=true`)
    await links(page).first().waitFor()
    await page
      .getByRole('radio', { name: 'Table' })
      .or(page.getByRole('button', { name: 'Table' }))
      .first()
      .click()
    const table = page.getByRole('table', { name: 'Items' })
    await table.getByRole('img', { name: /^on / }).first().waitFor()
    expect((await table.getByRole('row').nth(1).boundingBox())?.height).toBe(36)
    const rarity = table.getByRole('columnheader', { name: 'Rarity' })
    await rarity.waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Rarity' }).click()
    await rarity.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.reload()
    await table.waitFor()
    expect(await page.locator('article').count()).toBe(0)
    expect(await rarity.count()).toBe(0)
  })

  // @feature table.room
  test('shares a wide window among the values of a table: nothing empty is wider than a card', async () => {
    const page = await harness.visitor(`${place}?listed=true`)
    await page.setViewportSize({ width: 1920, height: 900 })
    await page.getByRole('radio', { name: 'Table' }).check({ force: true })
    const table = page.getByRole('table', { name: 'Items' })
    await table.locator('[data-row]').first().waitFor()
    const columns = await table
      .getByRole('columnheader')
      .evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
    expect(Math.max(...columns)).toBeLessThanOrEqual(260)
    // It takes the room that it has.
    const [whole, room] = await table.evaluate(({ clientWidth, parentElement }) => [
      clientWidth,
      parentElement?.clientWidth,
    ])
    expect(whole).toBe(room)
  })

  // @feature card.widths, card.sizes
  test('lays out cards by the window width, and keeps few of them in the document', async () => {
    const page = await harness.visitor(place)
    await links(page).first().waitFor()
    const tracks = () =>
      page
        .getByRole('list', { name: 'Items' })
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').map(Number.parseFloat))
    for (const [width, least] of [
      [1600, 215],
      [1300, 190],
      [1000, 178],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const found = await tracks()
      for (const track of found) expect(track).toBeGreaterThanOrEqual(least)
      // One card more would not have fitted.
      expect(found[0]).toBeLessThan(least * (1 + 1.5 / found.length))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const inRow = async () => (await tracks()).length
    await expect.poll(inRow, TIMEOUT).toBe(4)
    await page.getByRole('radio', { name: 'Small cards' }).check({ force: true })
    await expect.poll(inRow, TIMEOUT).toBe(6)
    await page.getByRole('radio', { name: 'Large cards' }).check({ force: true })
    await expect.poll(inRow, TIMEOUT).toBeLessThan(4)
    await page.getByRole('radio', { name: 'Medium cards' }).check({ force: true })
    await page.getByRole('button', { name: 'Hide activity' }).click()
    await expect.poll(inRow, TIMEOUT).toBe(5)
    await page.setViewportSize(PHONE)
    await expect.poll(inRow, TIMEOUT).toBe(2)
    await expect.poll(() => page.locator('*').count(), TIMEOUT).toBeLessThan(1_500)
  })

  // @feature about.facts, collection.header
  test('defines its metrics and explains how rarity is computed', async () => {
    const page = await harness.visitor(`${place}?tab=about`)
    await page.getByRole('heading', { name: 'How rarity works' }).waitFor()
    await page.getByText('Royalty', { exact: true }).last().waitFor()
    for (const name of ['Collection id', 'Creator', 'Token standard', 'Supply', 'Market cap', 'Explorer'])
      await page.getByRole('term').filter({ hasText: name }).first().waitFor()
    const header = page.locator('main header').first()
    await header.getByText(/^by 0x[0-9a-f]{4}…[0-9a-f]{4}$/).waitFor()
    await header
      .getByTitle('Token standard')
      .getByText(/^(Digital Asset|Token v1)$/)
      .waitFor()
    await whenReady(page)
    for (const name of ['Floor', 'Top bid', '1d volume', 'Total volume', 'Listed', 'Owners']) {
      const metric = header.locator('dl').getByText(name, { exact: true })
      await metric.focus()
      // The definition's text has loaded, and describes the metric.
      await expect.poll(() => metric.getAttribute('aria-describedby'), TIMEOUT).not.toBeNull()
    }
  })
})
