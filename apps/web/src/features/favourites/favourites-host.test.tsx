// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { favourites, storeFavourites, toggleFavourite } from '../../entities/collection/favourites.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import FavouritesHost from './favourites-host.tsx'

const idOf = (digit: string) => `0x${digit.repeat(64)}`

beforeEach(() => {
  storeFavourites({ ids: [], unsaved: [] })
  pageSession.set({ status: 'signed-in', wallet: '0xa' })
})
afterEach(cleanup)

it('saves a star that is set while others are being saved after them, not concurrently', async () => {
  const saves: { readonly ids: readonly string[]; readonly finish: () => void }[] = []
  renderSite(<FavouritesHost />, {
    '/aggregator/collection/': () => ({ data: [], nextCursor: null }),
    '/aggregator/user/save-collections': (body) =>
      new Promise((resolve) => {
        const { collections } = body as { collections: readonly string[] }
        saves.push({ ids: collections, finish: () => resolve({ saved: collections }) })
      }),
  })
  act(() => toggleFavourite(idOf('1')))
  await waitFor(() => expect(saves).toHaveLength(1))
  act(() => toggleFavourite(idOf('2')))
  await act(async () => {})
  expect(saves).toHaveLength(1)
  saves[0]?.finish()
  await waitFor(() => expect(saves).toHaveLength(2))
  saves[1]?.finish()
  await waitFor(() => expect(favourites.get().unsaved).toEqual([]))
  expect(saves.map(({ ids }) => ids)).toEqual([[idOf('1')], [idOf('2')]])
})
