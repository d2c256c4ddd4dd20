// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../testing/render-site.tsx'
import { testingCollection } from '../testing/testing-collection.ts'
import { MARKETPLACES } from '../testing/testing-marketplaces.ts'
import CollectionPage from './collection.tsx'

const COLLECTION = testingCollection(`0x${'c'.repeat(64)}`)
const TOKEN = `0x${'7'.repeat(64)}`
const DIALOG = `collectionId=${COLLECTION.collectionId}&tokenDataId=${TOKEN}`

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function openCollection(search: string, cookies = '') {
  // The dialog opens before its token has loaded.
  const answers = { [`/api/collection/nfts/${TOKEN}`]: () => new Promise(() => {}) }
  return renderSite(<CollectionPage />, answers, MARKETPLACES, {
    path: '/collection/:collection',
    at: `/collection/stones?${search}`,
    cookies,
    loaderData: {
      collection: COLLECTION,
      firstItems: { data: [], nextCursor: null, total: 0 },
      filters: '',
      loadedAt: Date.now(),
    },
  })
}

// @feature token.dialog
it.each(['', 'tab=bids', 'tab=activity&type=sales', 'tab=analytics', 'tab=about', 'tab=unknown'])(
  'opens the token of the address in every tab, and closing removes only its parameters: %s',
  async (rest) => {
    const { router } = openCollection(rest === '' ? DIALOG : `${rest}&${DIALOG}`)
    await screen.findByRole('dialog', { name: 'Item' })
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe(rest === '' ? '' : `?${rest}`)
  },
)

it.each(['collectionId', 'tokenDataId'])('opens none while the address holds %s alone', async (member) => {
  openCollection(`tab=about&${member}=${TOKEN}`)
  await screen.findByRole('tabpanel')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['', 'Items'],
  ['tab=activity', 'Activity'],
])('has a heading for those who move by them in the tab of %j', async (search, name) => {
  openCollection(search)
  await screen.findByRole('heading', { level: 2, name })
})

// @feature shell.lite-pro
it.each([
  ['pro', ['Items', 'Bids', 'Activity', 'Analytics', 'About'], 1],
  ['lite', ['Items', 'Activity', 'About'], 0],
] as const)('has the tabs and the layouts of %s, also where the table was chosen', async (mode, tabs, layouts) => {
  openCollection('', `opal.mode=${mode}; opal.view=table`)
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(tabs)
  expect(screen.queryAllByRole('group', { name: 'Layout' })).toHaveLength(layouts)
})

// @feature shell.lite-pro
it.each(
  ['lite', 'pro'].flatMap((mode) => ['Items', 'Bids', 'Activity', 'Analytics', 'About'].map((tab) => [mode, tab])),
)('opens in %s the tab %s of an address', async (mode, tab = '') => {
  openCollection(`tab=${tab.toLowerCase()}`, `opal.mode=${mode}`)
  await screen.findByRole('tab', { name: tab, selected: true })
})
