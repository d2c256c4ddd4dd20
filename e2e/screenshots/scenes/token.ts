import type { Token } from '@opal/contract/shapes/token'
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
    act: (page) => page.getByRole('tab', { name: 'Activity' }).click(),
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

/** Address of a token's page. */
export function tokenPlace(token: Token | undefined): string {
  if (!token) throw new Error('The market has too few tokens for sale.')
  return `/collection/${token.collectionId}/${token.tokenDataId}`
}

function dialogPlace({ collection, forSale }: Subjects): string {
  const search = new URLSearchParams({
    collectionId: collection.collectionId,
    tokenDataId: forSale[1]?.tokenDataId ?? '',
  })
  return `/collection/${collection.slug}?${search}`
}
