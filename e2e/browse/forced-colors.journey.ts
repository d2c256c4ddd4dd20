import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../harness/config.ts'
import { largestCollection } from '../harness/market.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { choose } from './page-parts.ts'

/** Journeys with forced colours, such as Windows' high contrast. */
export function forcedColorsJourneys(site: Browsing): void {
  describe('forced colours', () => {
    // @feature shell.forced-colors
    test('what is chosen differs from what is not', async () => {
      const { slug } = await largestCollection(site.harness.network)
      const page = await site.harness.visitor(`/collection/${slug}`)
      await page.emulateMedia({ forcedColors: 'active' })
      await whenReady(page)
      const tabs = page.getByRole('tablist').first().getByRole('tab')
      const places = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
      const open = tabs.and(page.locator('[aria-selected="true"]'))
      await expect.poll(() => looks(open), TIMEOUT).toEqual(await highlight(page))
      expect(await looks(tabs.and(page.locator('[aria-selected="false"]')))).not.toEqual(await highlight(page))
      for (const [chosen, other] of [
        ['USD', 'APT'],
        ['APT', 'USD'],
      ] as const) {
        await choose(page, chosen)
        await expect.poll(() => looks(option(page, chosen)), TIMEOUT).toEqual(await highlight(page))
        expect(await looks(option(page, other))).not.toEqual(await highlight(page))
      }
      const listedOnly = page.getByRole('switch', { name: 'Listed only' })
      const off = await switchLooks(listedOnly)
      await listedOnly.click()
      await expect.poll(() => switchLooks(listedOnly), TIMEOUT).not.toEqual(off)
      for (const { track, thumb } of [off, await switchLooks(listedOnly)]) expect(thumb).not.toBe(track)
      await page.goto(`${site.harness.network.webUrl}/activity`)
      await whenReady(page)
      const here = places.and(page.locator('[aria-current="page"]'))
      await expect.poll(() => looks(here), TIMEOUT).toEqual(await highlight(page))
      expect(await looks(places.and(page.locator(':not([aria-current])')))).not.toEqual(await highlight(page))
    })
  })
}

interface Looks {
  readonly background: string
  readonly text: string
}

const option = (page: Page, name: string): Locator =>
  page.locator('label').filter({ has: page.getByRole('radio', { name, exact: true }) })

/** Returns the colours in which an element is drawn. */
function looks(part: Locator): Promise<Looks> {
  return part.first().evaluate((one) => {
    const { backgroundColor, color } = getComputedStyle(one)
    return { background: backgroundColor, text: color }
  })
}

/** Returns the system's colours of what is chosen. */
function highlight(page: Page): Promise<Looks> {
  return page.evaluate(() => {
    const probe = document.createElement('div')
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText'
    document.body.append(probe)
    const { backgroundColor, color } = getComputedStyle(probe)
    probe.remove()
    return { background: backgroundColor, text: color }
  })
}

/** Returns the colours of a switch and of its knob. */
function switchLooks(one: Locator): Promise<{ readonly track: string; readonly thumb: string | undefined }> {
  return one.evaluate((track) => {
    const background = (part: Element) => getComputedStyle(part).backgroundColor
    return {
      track: background(track),
      thumb: track.firstElementChild ? background(track.firstElementChild) : undefined,
    }
  })
}
