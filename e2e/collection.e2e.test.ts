import { readFileSync } from 'node:fs'
import { sample } from '@opal/domain/testing/effort/config'
import { queryValue } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { box } from './browse/page-parts.ts'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { longTest } from './harness/long-test.ts'
import { floorToken, largestCollection } from './harness/market.ts'
import { buyThroughSdk } from './harness/sdk.ts'
import { createUser } from './harness/users.ts'
import { whenReady } from './harness/when-ready.ts'

/** The charts of a collection. */
const CARDS = ['Floor and volume', 'Sales', 'Listing depth', 'Bid depth', 'Holders', 'Holding time']

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

async function largest(): Promise<string> {
  return `/collection/${(await largestCollection(harness.network)).slug}`
}

describe('a visitor of a collection', () => {
  // @feature items.attributes, items.attribute-not, items.attribute-counts, items.chips, route.state, route.back
  test('filters by traits, excludes one, restores the filters after navigating back, and clears all', async () => {
    const page = await harness.visitor(await largest())
    const traits = page.getByRole('region', { name: 'Traits' })
    await traits.getByRole('button', { expanded: false }).first().click()
    const total = page.getByText(/^[\d,]+ items$/)
    const all = await total.textContent()

    const value = traits.getByRole('checkbox').first()
    await value.click()
    await expect.poll(() => total.textContent(), TIMEOUT).not.toBe(all)
    const wanted = await total.textContent()
    const address = page.url()
    expect(new URL(address).searchParams.getAll('trait')).toHaveLength(1)

    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.waitForURL(/\/activity/)
    await page.goBack()
    await expect.poll(() => total.textContent(), TIMEOUT).toBe(wanted)
    expect(page.url()).toBe(address)

    await traits.getByRole('button', { name: /^Not / }).first().click()
    await page.getByRole('button', { name: /^Remove filter Not / }).waitFor()
    await expect.poll(() => total.textContent(), TIMEOUT).not.toBe(wanted)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => total.textContent(), TIMEOUT).toBe(all)
    expect(new URL(page.url()).search).toBe('')
    expect(harness.pageErrors).toEqual([])
  })

  // @feature items.price-range
  test.each([390, 1024, 1440])('reads bounds of eight digits whole at %i px', async (width) => {
    const page = await harness.visitor('about:blank')
    await page.setViewportSize({ width, height: 900 })
    await page.goto(harness.network.webUrl + (await largest()))
    await whenReady(page)
    if (width < 1024) await page.getByRole('button', { name: /^Filters/ }).click()
    for (const label of ['Lowest price', 'Highest price', 'Lowest rank', 'Highest rank']) {
      const field = page.getByLabel(label)
      await field.fill('12345678')
      expect(await field.evaluate((one) => one.scrollWidth - one.clientWidth), label).toBeLessThanOrEqual(0)
    }
    const apply = page.getByRole('button', { name: 'Apply rank range' })
    const [button, field] = [await box(apply), await box(page.getByLabel('Highest rank'))]
    expect(button.y + button.height).toBeLessThanOrEqual(field.y)
  })

  // @feature items.pick
  test('selects no text by a drag that begins next to a card', async () => {
    const page = await harness.visitor(await largest())
    await whenReady(page)
    const cards = page.getByRole('list', { name: 'Items' }).getByRole('article')
    const [first, last] = [await box(cards.first()), await box(cards.nth(6))]
    await page.mouse.move(first.x + first.width + 4, first.y + 20)
    await page.mouse.down()
    await page.mouse.move(last.x + last.width / 2, last.y + last.height - 10, { steps: 8 })
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  // @feature items.jump
  test('finds a token by number, whatever the filters are', async () => {
    const page = await harness.visitor(`${await largest()}?listed=true`)
    const field = page.getByLabel('Go to number')
    await field.fill('7')
    await expect.poll(() => page.getByRole('button', { name: 'Go', exact: true }).isEnabled(), TIMEOUT).toBe(true)
    await field.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: /#7$/ }).waitFor()
  })

  longTest('sees a sale leave the list while filters are on', async () => {
    const { network } = harness
    const buyer = await createUser(harness)
    const token = await floorToken(network, buyer)
    const page = await harness.visitor(`/collection/${token.collectionId}?listed=true`)
    const card = page.locator('article').filter({ has: page.getByTitle(token.name, { exact: true }) })
    await card.waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await buyThroughSdk(network, buyer, token.tokenDataId)
    await card.waitFor({ state: 'detached' })
  })

  // @feature items.live-still, items.live-remove, items.row-highlight
  test('keeps rows in place under the pointer during a sale, and reorders them once it leaves', async () => {
    const { network } = harness
    const buyer = await createUser(harness)
    const token = await floorToken(network, buyer)
    const page = await harness.visitor(`/collection/${token.collectionId}?listed=true`)
    const cards = page.getByRole('list', { name: 'Items' }).locator('article')
    const card = cards.filter({ has: page.getByTitle(token.name, { exact: true }) })
    await page.getByText('Live', { exact: true }).waitFor()
    await cards.nth(1).hover()
    await buyThroughSdk(network, buyer, token.tokenDataId)
    const waiting = page.getByRole('button', { name: '1 changed' })
    await waiting.waitFor()
    expect(await cards.first().getByRole('link').getAttribute('title')).toBe(token.name)
    expect(await card.getAttribute('data-gone')).toBe('true')
    await page.mouse.move(5, 5)
    await card.waitFor({ state: 'detached' })
    await waiting.waitFor({ state: 'detached' })
  })

  // @feature shell.lite-pro
  test('shows the activity next to the items in Pro, and neither rail nor Analytics in Lite', async () => {
    const place = await largest()
    const page = await harness.visitor(place)
    await page.getByRole('complementary', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    await page.getByRole('button', { name: 'Hide activity' }).click()
    await page.getByRole('complementary', { name: 'Activity' }).waitFor({ state: 'detached' })
    await page.context().addCookies([{ name: 'opal.mode', value: 'lite', url: harness.network.webUrl }])
    await page.goto(`${harness.network.webUrl}${place}`)
    await page.getByRole('list', { name: 'Items' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Items', 'Activity', 'About'])
    expect(await page.getByRole('region', { name: 'Sweep' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Show activity' }).count()).toBe(0)
  })

  // @feature bids.ladder, analytics.charts, analytics.twin, analytics.wash
  test('reads bids as a table and charts by keyboard, and hides wash trades on request', async () => {
    const page = await harness.visitor(`${await largest()}?tab=bids`)
    await page.getByRole('table', { name: 'Bids by price' }).getByRole('row').nth(1).waitFor()
    await page.getByRole('tab', { name: 'Analytics' }).click()
    const chart = page.getByRole('slider', { name: 'Floor and volume over time' })
    await chart.focus()
    await page.keyboard.press('End')
    await expect.poll(() => chart.getAttribute('aria-valuetext'), TIMEOUT).toMatch(/Floor .+, Volume .+ sales?/)
    for (const card of sample(CARDS, 3)) {
      await page.getByRole('button', { name: `${card} as table` }).click()
      const table = page.getByRole('region', { name: `${card}, table` })
      await table.getByRole('columnheader').nth(1).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download ${card} as CSV` }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/-(history|sales|listings|bids|holders|holding)[\w-]*\.csv$/)
      // The file has what the table shows; quotes, and apostrophes before a sign, are the format's.
      const shown = await table
        .getByRole('row')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(',')))
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      const bare = (text: string) => text.replaceAll(/["']/g, '')
      expect(lines.map(bare)).toEqual(shown.map(bare))
      expect(lines.length).toBeGreaterThan(1)
    }
    await page.getByRole('switch', { name: 'Include wash trades' }).click()
    await page.waitForURL(/wash=exclude/)
  })
})

/** A shown metric and what its query answers, as the same kind of text: octas, a count, a percentage. */
function comparable(shown: string, answered: string | null): readonly [string, string] {
  if (shown === 'unknown') return [shown, answered ?? shown]
  const [whole = '', fraction = ''] = shown.replaceAll(/[^\d.-]/g, '').split('.')
  if (shown.includes('APT')) return [String(BigInt(whole + fraction.padEnd(8, '0'))), answered ?? '0']
  return [String(Number(`${whole}.${fraction}`)), String(Number(answered ?? '0'))]
}

/** Goes through every metric of the open dialog: each has its query, and the store answers what is shown. */
async function checkMetricDetails(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: /: how it’s calculated$/ })
  const choice = dialog.getByLabel('Metric', { exact: true })
  await choice.waitFor()
  const names = await choice.locator('option').allTextContents()
  for (const name of names) {
    await choice.selectOption({ label: name })
    await page.getByRole('dialog', { name: `${name}: how it’s calculated`, exact: true }).waitFor()
    await dialog.getByText(/^As of ledger version \d+\.$/).waitFor()
    const result = dialog.locator('[data-result] dd')
    const amount = result.getByTitle(/ APT$/)
    const isAmount = (await amount.count()) > 0
    const shown = (isAmount ? await amount.getAttribute('title') : await result.textContent()) ?? ''
    const query = (await dialog.locator('pre').last().textContent()) ?? ''
    const answered = await queryValue(harness.databaseUrl, query)
    // Metrics that grow with the clock have another value a moment later.
    const [left, right] = name === 'Holding time' ? [answered !== null, true] : comparable(shown, answered)
    expect({ name, value: left }).toEqual({ name, value: right })
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return names
}

/** Places with metric details: the button of one of them, and how many inputs it has. */
const METRIC_DETAILS = [
  {
    name: 'a row of the ranking',
    path: async () => '/',
    button: /^the floor of .+: how is this calculated\?$/,
    metrics: 12,
  },
  {
    name: 'the charts',
    path: async () => `${await largest()}?tab=analytics`,
    button: /^Sales: how is this calculated\?$/,
    metrics: 6,
  },
  {
    name: 'the mints',
    path: async () => '/launchpad',
    button: /^Minters of .+: how is this calculated\?$/,
    metrics: 4,
  },
]

describe('metric details', () => {
  // @feature metric.details, metric.query
  test.for(sample(METRIC_DETAILS, 1, 1))(
    'explain $name, and their query returns the same value from the store',
    async (details) => {
      const page = await harness.visitor(await details.path())
      await page.getByRole('button', { name: details.button }).first().click()
      expect(await checkMetricDetails(page)).toHaveLength(details.metrics)
      expect(harness.pageErrors).toEqual([])
    },
  )
})
