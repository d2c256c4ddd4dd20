import { failPages } from '../faults.ts'
import type { Scene } from '../scene.ts'

/** Activity and the pages around the market. */
export const PAGE_SCENES: readonly Scene[] = [
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
