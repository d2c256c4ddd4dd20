import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../harness/wait-for.ts'
import { whenReady } from '../harness/when-ready.ts'

/** Widths of windows from the smallest phone on, in px. */
export const WIDTHS = [320, 390, 640, 768, 960, 1024, 1280, 1440, 1920]

/** The search of the bar. */
export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search Collections and Wallets' })

/** Returns rows of the landing page's table. */
export const rows = (page: Page): Locator => page.getByRole('table', { name: 'Collections' }).locator('tr[data-row]')

/** Chooses one of a few. */
export async function choose(page: Page, name: string): Promise<void> {
  await whenReady(page)
  const radio = page.getByRole('radio', { name, exact: true })
  await radio.click({ force: true })
  await waitFor(`"${name}" to be chosen`, () => radio.isChecked())
}

/** Returns where a part of the page is. @throws when it is not shown */
export async function box(part: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  const found = await part.boundingBox()
  if (found === null) throw new Error(`${part} is not shown`)
  return found
}

/** Gives a page a finger in place of a mouse. */
export async function emulateTouch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** Adds up what moves by itself on a page that is opened after this. @returns reads the sum of its layout shifts. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as typeof window & { shift?: number }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift = (seen.shift ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as typeof window & { shift?: number }).shift ?? 0)
}

/** Returns the words of a part of the page that break over more than one line. */
export async function brokenWords(part: Locator): Promise<readonly string[]> {
  return part.evaluate((one) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
}
