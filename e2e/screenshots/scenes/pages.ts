import { failPages } from '../faults.ts'
import type { Scene } from '../scene.ts'

const NOBODY = `0x${'1234'.repeat(16)}`

/** Wallets, activity and the pages around the market. */
export const PAGE_SCENES: readonly Scene[] = [
  { name: 'wallet-items', path: ({ person }) => `/${person.address}` },
  { name: 'wallet-activity', path: ({ person }) => `/${person.address}?tab=activity` },
  { name: 'wallet-empty', path: () => `/${NOBODY}` },
  { name: 'wallet-mine', path: ({ person }) => `/${person.address}`, as: 'mine' },
  { name: 'activity-all', path: () => '/activity' },
  { name: 'activity-sales', path: () => '/activity?type=sales' },
  { name: 'not-found', path: () => '/nowhere/at/all' },
  { name: 'collection-not-found', path: () => '/collection/no-such-collection' },
  {
    name: 'error',
    path: () => '/',
    act: async (page, { collection }) => {
      await failPages(page)
      await page.getByRole('table', { name: 'Collections' }).locator(`a[href*="${collection.slug}"]`).first().click()
      await page.getByText('An error occurred').waitFor()
    },
  },
  { name: 'terms', path: () => '/terms-of-service' },
  { name: 'privacy', path: () => '/privacy-policy' },
]
