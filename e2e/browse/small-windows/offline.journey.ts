import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'
import { collectionPath, LANDSCAPE } from './windows.ts'

const LOST = 'Connection lost. Prices may be out of date.'

/** Journeys without a connection, where the footer that shows it is out of sight. */
export function smallOfflineJourneys(site: Browsing): void {
  describe('a phone without a connection', () => {
    // @feature shell.phone-live, shell.offline-page, shell.offline-stays
    test.each([{ width: 390, height: 844 }, { width: 320, height: 640 }, LANDSCAPE])(
      'says so in a line that covers nothing, keeps the page, and opens the chosen one later: %o',
      async (size) => {
        const page = await site.harness.visitor(await collectionPath(site))
        await page.setViewportSize(size)
        await whenReady(page)
        const context = page.context()
        await context.setOffline(true)
        const line = page.locator('p', { hasText: LOST })
        await line.waitFor(TIMEOUT)
        expect(await line.evaluate(coveredBy)).toEqual([])
        const { pathname } = new URL(page.url())
        await page.locator('nav a[href="/activity"]:visible').first().click()
        await page.getByText('You’re offline. Check your connection').waitFor(TIMEOUT)
        expect(new URL(page.url()).pathname).toBe(pathname)
        expect(await page.getByText('An error occurred').count()).toBe(0)
        await context.setOffline(false)
        await page.waitForURL(/\/activity$/)
        await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
        await line.waitFor({ state: 'hidden', ...TIMEOUT })
      },
    )
  })
}

/** Returns what covers an element, and the bars that it covers. Runs in the browser. */
function coveredBy(line: HTMLElement): string[] {
  const { left, top, right, bottom } = line.getBoundingClientRect()
  const places = [0.1, 0.5, 0.9].map((part) => left + (right - left) * part)
  const over = places.map((x) => document.elementFromPoint(x, (top + bottom) / 2)).filter((found) => found !== line)
  const bars = [...document.querySelectorAll<HTMLElement>('[data-sticky], nav[aria-label="Main, phone"]')]
  const under = bars.filter((bar) => {
    const box = bar.getBoundingClientRect()
    return box.height > 0 && box.top < bottom - 1 && box.bottom > top + 1
  })
  return [...over, ...under].map((element) => element?.outerHTML.slice(0, 120) ?? 'outside of the window')
}
