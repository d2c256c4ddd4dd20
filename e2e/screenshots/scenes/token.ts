import type { Token } from '@opal/contract/tokens'
import type { Page } from 'playwright-core'
import { holdCalls } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import type { Scene } from '../scene.ts'

/** A token's page and the dialog of the same composition. */
export const TOKEN_SCENES: readonly Scene[] = [
  { name: 'token-listed', path: ({ forSale }) => tokenPlace(forSale[0]) },
  { name: 'token-whole', path: ({ forSale }) => tokenPlace(forSale[0]), whole: true },
  { name: 'token-unlisted', path: ({ unlisted }) => tokenPlace(unlisted) },
  {
    name: 'token-activity',
    path: ({ forSale }) => tokenPlace(forSale[0]),
    act: async (page) => {
      await page.getByRole('tab', { name: 'Activity' }).click()
      await page.getByRole('table', { name: 'Activity' }).waitFor()
    },
  },
  {
    name: 'token-rarity',
    path: ({ forSale }) => tokenPlace(forSale[0]),
    act: async (page) => {
      await page.getByText('How rarity works').click()
      await page.getByRole('table', { name: 'Rarity, trait by trait' }).waitFor()
    },
  },
  {
    name: 'token-media',
    path: ({ collection }) => `/collection/${collection.slug}`,
    before: showInteractiveArt,
    act: async (page) => {
      await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
      await page.getByRole('button', { name: 'Run interactive art' }).click()
      await page.locator('iframe[title^="Interactive art"]').waitFor()
    },
  },
  { name: 'token-dialog', path: dialogPlace, act: (page) => page.getByRole('dialog').waitFor() },
  {
    name: 'token-dialog-loading',
    path: ({ collection }) => `/collection/${collection.slug}`,
    waits: true,
    act: async (page) => {
      await holdCalls(page)
      await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Tokens bring a page of the artist's. */
async function showInteractiveArt(page: Page): Promise<void> {
  const art = 'https://art.example/art.html'
  await page.route(art, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<body style="background: #48a">Art</body>' }),
  )
  await page.route(/\/api\/collection\/nfts\/0x[0-9a-f]+(\?seen=\d+)?$/, async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, video: art } })
  })
}

/** Returns the address of a token's page. */
export function tokenPlace(token: Token | undefined): string {
  if (!token) throw new Error('The market has too few tokens for sale.')
  return `/collection/${token.collectionId}/${token.tokenDataId}`
}

/** Returns the address of a token's dialog over its collection. */
function dialogPlace({ collection, forSale }: Subjects): string {
  const search = new URLSearchParams({
    collectionId: collection.collectionId,
    tokenDataId: forSale[1]?.tokenDataId ?? '',
  })
  return `/collection/${collection.slug}?${search}`
}
