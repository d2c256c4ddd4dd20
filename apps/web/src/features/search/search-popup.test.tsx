import { act, cleanup, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRememberedRanking } from '../../entities/collection/shown-ranking.ts'
import type { SiteAction } from '../../shared/hooks/site-actions.ts'
import { type ApiAnswers, ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import SearchPopup, { matchingActions } from './search-popup.tsx'

// @vitest-environment happy-dom
const WALLET = `0x${'a'.repeat(64)}`

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function search(text: string, answers: ApiAnswers) {
  return renderSite(<SearchPopup text={text} onDone={() => {}} />, answers)
}

const stones = testingCollection(`0x${'c'.repeat(64)}`, {
  collectionName: 'Stones of the North',
  floorPrice: '150000000',
  allTimeVolume: '123456789000000',
})

// @feature search.popular
it('shows the twenty most popular collections of the day while the field is empty', async () => {
  const asked: URL[] = []
  const popular = (_body: unknown, url: URL) => asked.push(url) && { data: [stones], nextCursor: null }
  search('', { '/aggregator/collection/popular': popular })
  await screen.findByRole('heading', { name: 'Popular' })
  await screen.findByRole('link', { name: /Stones of the North/ })
  expect(asked.map(({ searchParams }) => searchParams.get('take'))).toEqual(['20'])
})

// @feature search.popular
it.each(['', 'st'])('shows the volume by which suggestions are ranked: "%s"', async (text) => {
  const ranked = ['900000000', '800000000', '700000000'].map((oneDayVolume, index) =>
    testingCollection(`0x${String(index + 1).repeat(64)}`, {
      collectionName: `Stones ${index}`,
      oneDayVolume,
      allTimeVolume: String(index + 1),
    }),
  )
  search(text, { '/aggregator/collection/popular': () => ({ data: ranked, nextCursor: null }) })
  await screen.findByText('1d Volume')
  const links = await screen.findAllByRole('link', { name: /Stones/ })
  const volumes = links.map((link) => link.lastElementChild?.querySelector('[title]')?.getAttribute('title'))
  expect(volumes).toEqual(['9 APT', '8 APT', '7 APT'])
})

const RANKED = [stones]

function Ranking() {
  useRememberedRanking(RANKED)
  return null
}

// @feature search.popular, search.shortest
it.each(['', 's', 'zz'])('does not head what the landing page showed as if it were found: "%s"', async (text) => {
  const shown = (
    <>
      <Ranking />
      <SearchPopup text={text} onDone={() => {}} />
    </>
  )
  renderSite(shown, {})
  await screen.findByRole('link', { name: /Stones of the North/ })
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Suggested'])
})

// @feature search.shortest
it('says how much has to be typed, for as long as it is too little', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6, unit: fc.constantFrom('s', '#', '1', ' ', 'é') }), (text) => {
      search(text, {})
      const length = text.trim().length
      const hint = screen.queryByText('Type at least 3 characters to search.')
      expect(hint !== null, JSON.stringify(text)).toBe(length === 1 || length === 2)
      cleanup()
    }),
  )
})

// @feature search.collections, format.compact
it('fetches the first fifty collections, and shows name, floor and volume with suffixes', async () => {
  const asked: URL[] = []
  const found = (_body: unknown, url: URL) => asked.push(url) && { data: [stones], nextCursor: null }
  search('sto', { '/aggregator/collection/search/sto': found })
  const link = await screen.findByRole('link', { name: /Stones of the North/ })
  for (const name of ['Collection', 'Floor Price', 'Volume']) screen.getByText(name)
  expect(link.textContent).toMatch(/1\.5.*1\.23M/)
  expect(asked.map(({ searchParams }) => [searchParams.get('take'), searchParams.get('page') ?? '1'])).toEqual([
    ['50', '1'],
  ])
})

// @feature collection.look-alike
it('warns next to the name of a collection that looks like a better-known one', async () => {
  const looksLike = { ...stones, collectionName: 'Stones of the North', isVerified: true }
  const fake = testingCollection(`0x${'d'.repeat(64)}`, {
    collectionName: 'St0nes of the North',
    slug: 'fake',
    looksLike,
  })
  search('sto', { '/aggregator/collection/search/sto': () => ({ data: [stones, fake], nextCursor: null }) })
  const sign = await screen.findByRole('img', {
    name: 'This name looks like Stones of the North, a verified collection',
  })
  expect(sign.closest('a')?.textContent).toContain('St0nes of the North')
  expect(screen.getAllByRole('img', { name: /looks like/ })).toHaveLength(1)
})

// @feature search.name, search.wallet-heading
it('finds the owner of a name, linked under a heading of its own', async () => {
  const named = () => ({ name: 'alice.apt', walletAddress: WALLET })
  search('Alice.apt', { '/data/user/named/alice.apt': named })
  await screen.findByRole('heading', { name: 'Wallet' })
  const link = await screen.findByRole('link', { name: /alice\.apt/ })
  expect(link.getAttribute('href')).toBe(`/${WALLET}`)
})

const GRETA = { walletAddress: WALLET, aptosName: 'greta-sorel.apt' }
const noCollections = () => ({ data: [], nextCursor: null })

// @feature search.announced
it.each([
  ['sto', '1 collection shown'],
  ['gre', '1 collection, 1 wallet shown'],
  ['alice.apt', '1 wallet shown'],
  ['zzz', 'No results'],
  ['err', 'Couldn’t search.'],
  ['st', ''],
])('announces what "%s" has found, once that is known', async (text, announced) => {
  const asked = Promise.withResolvers<void>()
  const once = (answer: () => unknown) => () => asked.promise.then(answer)
  const fails = () => {
    throw new ApiFailure(503, 'away')
  }
  search(text, {
    '/aggregator/collection/popular': once(() => ({ data: [stones], nextCursor: null })),
    '/aggregator/collection/search/sto': once(() => ({ data: [stones], nextCursor: null })),
    '/aggregator/collection/search/gre': once(() => ({ data: [stones], nextCursor: null })),
    '/aggregator/collection/search/zzz': once(noCollections),
    '/aggregator/collection/search/err': once(fails),
    ...Object.fromEntries(
      ['sto', 'zzz', 'err'].map((word) => [`/data/user/search/${word}`, once(() => ({ data: [] }))]),
    ),
    '/data/user/search/gre': once(() => ({ data: [GRETA] })),
    '/data/user/named/alice.apt': once(() => ({ name: 'alice.apt', walletAddress: WALLET })),
  })
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  asked.resolve()
  if (text === 'st') await screen.findByRole('link', { name: /Stones/ })
  await waitFor(() => expect(status.textContent).toBe(announced))
})

// @feature search.name-part
it.each(['gre', 'greta', ' Greta ', 'GRETA-SO', 'greta-sorel.', 'greta-sorel.ap'])(
  'finds a wallet by a part of its name: %s',
  async (text) => {
    const bare = text.trim()
    search(text, {
      [`/aggregator/collection/search/${encodeURIComponent(bare)}`]: noCollections,
      [`/data/user/search/${bare.toLowerCase().replace(/\..*/, '')}`]: () => ({ data: [GRETA] }),
    })
    const link = await screen.findByRole('link', { name: /greta-sorel\.apt/ })
    expect(link.getAttribute('href')).toBe(`/${WALLET}`)
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Wallets'])
    expect(screen.queryByText('No Results Found')).toBeNull()
  },
)

// @feature search.name-part
it('shows collections before the wallets of that name, and neither waits for the other', async () => {
  search('stones', {
    '/aggregator/collection/search/stones': () => ({ data: [stones], nextCursor: null }),
    '/data/user/search/stones': () => ({ data: [{ ...GRETA, aptosName: 'stones.apt' }] }),
  })
  await screen.findByRole('link', { name: /stones\.apt/ })
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Collections', 'Wallets'])
  cleanup()
  search('stones', {
    '/aggregator/collection/search/stones': () => ({ data: [stones], nextCursor: null }),
    '/data/user/search/stones': () => {
      throw new ApiFailure(503, 'away')
    },
  })
  await screen.findByRole('link', { name: /Stones of the North/ })
  await act(async () => {})
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Collections'])
})

// @feature search.wallet
it('shows a wallet by its primary name', async () => {
  search(WALLET, {
    '/data/user/names': () => ({ data: [{ wallet_address: WALLET, name: 'bob.apt', is_wallet_address: false }] }),
  })
  expect((await screen.findByRole('link', { name: /bob\.apt/ })).getAttribute('href')).toBe(`/${WALLET}`)
})

const NAMES = '/data/user/names'
const nameless = () => ({ data: [{ wallet_address: WALLET, name: null, is_wallet_address: true }] })

// @feature search.wallet, search.collection-id
it('finds collection and wallet of a pasted id, the collection first', async () => {
  const id = stones.collectionId
  const spelt = fc.constantFrom(id, ` ${id} `, `0x${'C'.repeat(64)}`)
  await fc.assert(
    fc.asyncProperty(spelt, async (text) => {
      search(text, {
        [`/aggregator/collection/search/${id}`]: () => ({ data: [stones], nextCursor: null }),
        [NAMES]: nameless,
      })
      await screen.findByRole('link', { name: /Stones of the North/ })
      const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
      expect(headings).toEqual(['Collections', 'Wallet'])
      await waitFor(() => expect(screen.getAllByRole('link').at(-1)?.getAttribute('href')).toBe(`/${id}`))
      cleanup()
    }),
    { numRuns: 3 },
  )
})

// @feature search.wallet, search.collection-id
it.each([
  ['has no collection', () => ({ data: [], nextCursor: null })],
  [
    'could not be looked for among collections',
    () => {
      throw new ApiFailure(503, 'away')
    },
  ],
])('shows only the wallet for an address that %s', async (_, collections) => {
  search(WALLET, { [`/aggregator/collection/search/${WALLET}`]: collections, [NAMES]: nameless })
  const link = await screen.findByRole('link')
  expect(link.getAttribute('href')).toBe(`/${WALLET}`)
  await act(async () => {})
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Wallet'])
})

// @feature search.empty
it("shows 'No Results Found' for no results", async () => {
  search('nothing', { '/aggregator/collection/search/nothing': () => ({ data: [], nextCursor: null }) })
  await screen.findByText('No Results Found')
})

// @feature search.item-number
it.each(['#17', '117', 'Stones #17', 'stones 1700'])(
  'says where items are found by number where %s finds no collection',
  async (text) => {
    search(text, { [`/aggregator/collection/search/${encodeURIComponent(text)}`]: noCollections })
    await screen.findByText('No Results Found')
    screen.getByText(/^To find an item by its number, open its collection/)
  },
)

// @feature search.item-number
it.each([
  ['a collection is found', '#17', () => ({ data: [stones], nextCursor: null })],
  ['no number is searched', 'stones17', noCollections],
  [
    'the search is unavailable',
    '#17',
    () => {
      throw new ApiFailure(503, 'away')
    },
  ],
])('says nothing of items where %s', async (_, text, answer) => {
  search(text, { [`/aggregator/collection/search/${encodeURIComponent(text)}`]: answer })
  await screen.findByText(/Stones of the North|No Results Found|Search is unavailable/)
  expect(screen.queryByText(/by its number/)).toBeNull()
})

const action = (id: string, title: string, keywords?: string): SiteAction => ({
  id,
  title,
  group: 'Settings',
  ...(keywords !== undefined && { keywords }),
  run: () => {},
})
const ACTIONS = [
  action('search.focus', 'Search collections and wallets'),
  action('choose.theme', 'Light theme', 'color colour appearance'),
  action('go.minting', 'Collection mints'),
]

// @feature search.actions
it('finds actions by prefixes of their words from two letters on', () => {
  const ids = (input: string) => matchingActions(input, ACTIONS).map(({ id }) => id)
  expect(ids('them')).toEqual(['choose.theme'])
  expect(ids(' colou li ')).toEqual(['choose.theme'])
  expect(ids('coll')).toEqual(['go.minting'])
  expect(ids('l')).toEqual([])
  expect(ids('')).toEqual([])
})
