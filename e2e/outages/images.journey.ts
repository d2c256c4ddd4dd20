import { sample } from '@opal/domain/testing/effort/config'
import { queryValue } from '@opal/store/testing/market-truth'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { longTest } from '../harness/long-test.ts'
import { largestCollection } from '../harness/market.ts'
import type { OutageHarness } from './outage-harness.ts'
import { mark, PAGES, stayed, TIMEOUT } from './visited-pages.ts'

/** Content that no gateway has. */
const LOST = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png'

/** The image service stops, and images that are nowhere or hostile. */
export function imagesJourneys(site: OutageHarness): void {
  // @feature outage.images, image.fallback
  test('without the image service every image is a letter, none is broken, and all come by themselves', async () => {
    const page = await site.harness.visitor('about:blank')
    let cut = true
    await page.route(/\/media\/(?:image|original)\?/, (route) => (cut ? route.abort() : route.continue()))
    const inState = (state: string) => page.locator(`#content [data-state="${state}"]`)
    for (const { path, there } of sample(PAGES, 1, 1)) {
      await page.goto(site.harness.network.webUrl + path(site))
      await there(page, site).waitFor(TIMEOUT)
      await inState('letter').first().waitFor(TIMEOUT)
      // Those out of sight are not asked for yet.
      expect(await inState('shown').count()).toBe(0)
    }
    await mark(page)
    cut = false
    await inState('shown').first().waitFor(TIMEOUT)
    await expect.poll(() => inState('letter').count(), TIMEOUT).toBe(0)
    expect(await stayed(page)).toBe(true)
  })

  describe('an image', () => {
    longTest('that is nowhere to be had ends in the first letter of its name, never in a broken icon', async () => {
      const page = await showImages(site, [site.images.dead, LOST, site.images.endless, null])
      for (const index of [0, 1, 2, 3]) {
        await expect.poll(() => stateOf(page, index), TIMEOUT).toBe('letter')
        expect(await artOf(page, index).textContent()).toBe('P')
      }
      expect(await page.locator('article img').count()).toBe(0)
    })

    // @feature image.states, image.size
    test('with a script is drawn and never run; one of twenty megabytes is shown as a small one', async () => {
      const page = await showImages(site, [site.images.scripted, site.images.huge])
      for (const index of [0, 1]) await expect.poll(() => stateOf(page, index), TIMEOUT).toBe('shown')
      const sources = await page
        .locator('article img')
        .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')))
      for (const source of sources) {
        const answer = await fetch(source)
        expect(answer.headers.get('content-type')).toBe('image/webp')
        expect((await answer.arrayBuffer()).byteLength).toBeLessThan(100_000)
      }
      expect(await page.evaluate(() => 'executed' in window)).toBe(false)
      expect(site.harness.pageErrors).toEqual([])
    })
  })
}

/**
 * Returns a collection whose first items have these images, and no others to fall back on. The market knows the
 * images.
 */
async function showImages(site: OutageHarness, images: readonly (string | null)[]): Promise<Page> {
  await nameInStore(
    site,
    images.filter((image) => image !== null),
  )
  const largest = await largestCollection(site.harness.network)
  const page = await site.harness.visitor(`/collection/${largest.slug}`)
  await page.route(/\/api\/collection\/[^/]+\/nfts\?/, async (route) => {
    const answer = await (await route.fetch()).json()
    const rows = images.map((image, index) => ({
      ...answer.data[index],
      image,
      imageFacts: null,
      collectionImage: null,
      name: `Image #${index}`,
    }))
    await route.fulfill({ json: { ...answer, data: rows, nextCursor: null, total: rows.length } })
  })
  await page.getByLabel('Sort by').selectOption('name_asc')
  await page.getByTitle('Image #0', { exact: true }).waitFor()
  return page
}

/** Only images that some document names are fetched at all. */
async function nameInStore({ harness }: OutageHarness, images: readonly string[]): Promise<void> {
  const rows = images.map((image) => `('${image}', 'ready', '${image}')`).join(', ')
  await queryValue(
    harness.databaseUrl,
    `insert into market.metadata (uri, status, image) values ${rows} on conflict (uri) do nothing`,
  )
}

const artOf = (page: Page, index: number): Locator =>
  page
    .locator('article')
    .filter({ has: page.getByTitle(`Image #${index}`, { exact: true }) })
    .locator('[data-state]')
    .first()
const stateOf = (page: Page, index: number) => artOf(page, index).getAttribute('data-state')
