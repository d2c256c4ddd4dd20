import type { Page } from 'playwright-core'
import { whenReady } from '../../harness/when-ready.ts'
import { failCalls, holdCalls } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import { cutLive } from '../live-connection.ts'
import type { Scene } from '../scene.ts'

/** The frame around every page: commands, shortcuts, drawer, comparison, launchpad. */
export const SHELL_SCENES: readonly Scene[] = [
  { name: 'palette', path: () => '/', act: openPalette },
  {
    name: 'palette-typed',
    path: () => '/activity',
    act: async (page) => {
      await openPalette(page)
      await page.keyboard.type('co')
    },
  },
  {
    name: 'shortcuts',
    path: () => '/',
    act: async (page) => {
      await openPalette(page)
      await page.keyboard.type('shortcuts')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    name: 'live-reconnecting',
    path: () => '/activity',
    before: cutLive,
    act: async (page) => {
      await openDrawer(page)
      await page.getByText('Reconnecting').and(page.locator(':visible')).first().waitFor()
    },
  },
  { name: 'drawer', path: () => '/', act: openDrawer },
  {
    name: 'search-actions',
    path: () => '/',
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill('theme')
      await page.getByRole('heading', { name: 'Actions' }).waitFor()
    },
  },
  { name: 'compare-bar', path: (subjects) => comparePlace(subjects, false), act: (page) => waitForBar(page) },
  {
    name: 'compare-dialog',
    path: (subjects) => comparePlace(subjects, true),
    act: (page) => page.getByRole('rowheader', { name: 'Floor', exact: true }).waitFor(),
  },
  {
    name: 'compare-gone',
    path: () => '/?compare=no-such-collection-00000000,nor-this-11111111&comparing=1',
    act: (page) => page.getByText('Collection not found.').first().waitFor(),
  },
  { name: 'launchpad', path: () => '/launchpad' },
  { name: 'launchpad-whole', path: () => '/launchpad', whole: true },
  { name: 'launchpad-more', path: () => '/launchpad', waits: true, act: (page) => askForMore(page, holdCalls) },
  {
    name: 'launchpad-more-failed',
    path: () => '/launchpad',
    act: async (page) => {
      await askForMore(page, failCalls)
      await page.getByText('Couldn’t load more').waitFor()
    },
  },
]

async function openPalette(page: Page): Promise<void> {
  await whenReady(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
}

/** Wide windows have everything in the bar and the footer. */
async function openDrawer(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (!(await menu.isVisible())) return
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

function comparePlace({ collections }: Subjects, open: boolean): string {
  const slugs = collections.slice(0, 3).map(({ slug }) => slug)
  return `/?compare=${slugs.join(',')}${open ? '&comparing=1' : ''}`
}

async function waitForBar(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Comparison' }).getByText('3 of 3').waitFor({ state: 'attached' })
}

async function askForMore(page: Page, meddle: (page: Page) => Promise<void>): Promise<void> {
  await meddle(page)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  await more.click()
}
