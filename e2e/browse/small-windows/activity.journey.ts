import { describe, expect, test } from 'vitest'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch } from '../page-parts.ts'
import { LANDSCAPE, openIn } from './windows.ts'

/** Journeys of the activity of all collections in windows between a phone and a desktop. */
export function smallActivityJourneys(site: Browsing): void {
  // @feature shell.breakpoints
  describe('activity in a small window', () => {
    test('activity shows names of wallets whole on a small desktop, and its filters side by side', async () => {
      const page = await openIn(site, { width: 1024, height: 768 }, '/activity')
      const names = page.getByRole('table').locator('td:not(:has(img)) a[title^="0x"]')
      await names.first().waitFor()
      const cut = await names.evaluateAll((all) =>
        all.flatMap((name) => {
          // The longest, in letters of usual width.
          name.textContent = 'pavel-dvorak.apt'
          name.removeAttribute('data-mono')
          return name.scrollWidth > name.clientWidth ? [name.closest('tr')?.textContent] : []
        }),
      )
      expect(cut).toEqual([])
      for (const width of [1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 768 })
        const kinds = await box(page.getByRole('group', { name: 'Activity types' }))
        const interval = await box(page.getByRole('group', { name: 'Interval' }))
        expect(interval.x - kinds.x - kinds.width, `${width} px`).toBeLessThanOrEqual(16)
      }
    })

    // @feature table.whole-row, shell.touch-targets
    test.each([{ width: 390, height: 844 }, { width: 320, height: 640 }, LANDSCAPE])(
      'a row of activity opens its item by a tap anywhere, at $width by $height',
      async (window) => {
        const page = await site.harness.visitor('about:blank')
        await emulateTouch(page)
        await page.setViewportSize(window)
        await page.goto(`${site.harness.network.webUrl}/activity?type=sales`)
        await whenReady(page)
        const row = page.getByRole('table', { name: 'Activity' }).locator('[data-row]').first()
        const { height } = await box(row)
        const to = await row.locator('[data-row-link]').getAttribute('href')
        const reached = await row.evaluate((one, href) => {
          const { left, top, width, height: high } = one.getBoundingClientRect()
          const points = [0.02, 0.1, 0.3, 0.5, 0.7].flatMap((x) =>
            [3, high / 2, high - 3].map((y) => [left + x * width, top + y]),
          )
          return points.filter(([x = 0, y = 0]) => {
            const hit = document.elementFromPoint(x, y)
            return hit?.closest('a') === null || hit?.closest('a')?.getAttribute('href') === href
          }).length
        }, to)
        expect([height >= 44, reached]).toEqual([true, 15])
        const price = row.locator('[title$=" APT"]').first()
        await price.click()
        await page.waitForURL(`**${to}`)
      },
    )
  })
}
