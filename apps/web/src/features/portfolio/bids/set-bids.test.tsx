import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { buildSet } from '../../../entities/token-set/build-set.ts'
import { storeCondition } from '../../../entities/token-set/stored-conditions.ts'
import { ME } from '../../../testing/testing-item.ts'
import { testingToken } from '../../../testing/testing-token.ts'
import { answerBids, collectionId, connectMe, idOf, renderBids, resetBidsTab } from '../testing/bids-tab-driver.tsx'
import { bidOf } from '../testing/testing-bid.ts'

// @vitest-environment happy-dom
beforeEach(connectMe)
afterEach(resetBidsTab)

// @feature bid.trait-words, bid.trait-misfits, portfolio.trait-bid
it.each([
  [0, 'Trait bid · Fur: Gold'],
  [3, 'Trait bid · Fur: Gold · 3 of 12 no longer match'],
])('names what a bid on a set is for, and to its bidder how many items no longer fit: %s', async (misfits, words) => {
  const setCondition = { attributes: [{ trait_type: 'Fur', value: 'Gold' }], rarityTop: 0, rarityBottom: 0 }
  const setRoot = 'f'.repeat(64)
  const bid = bidOf({ setRoot, setSize: 12, setCondition, isPooled: true, buyer: ME })
  const fit = { root: setRoot, collectionId, size: 12, condition: setCondition, misfits }
  renderBids('made', {
    ...answerBids([bid]),
    [`/data/token-sets/${setRoot}/fit`]: () => fit,
  })
  const shown = await screen.findByText(words)
  expect(shown.title).toBe(words)
  expect(shown.closest('[data-wraps="below"]')).not.toBeNull()
  expect(screen.getByTitle('Stones').getAttribute('href')).toBe(`/collection/${collectionId}?tab=bids&trait=Fur%3AGold`)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the bid of 1.67 APT for Stones, Fur: Gold' }))
  expect(commandRequest('openTrade')).toMatchObject({ bids: [{ name: 'Stones', setLabel: 'Fur: Gold' }] })
})

// @feature bid.trait-floor, portfolio.bids, portfolio.trait-bid
it.each([
  [
    'a bid on its trait with that of the trait',
    { attributes: [{ trait_type: 'Fur', value: 'Gold' }] },
    '3 APT',
    '44.33% below',
  ],
  ['a bid on chosen items with none', null, '-', '-'],
  ['a bid on a trait of which nothing is listed with none', { rarityTop: 9 }, '-', '-'],
] as const)('compares %s, not with the floor of the collection', async (_, condition, floor, distance) => {
  const setCondition = condition && { rarityTop: 0, rarityBottom: 0, ...condition }
  const setRoot = 'f'.repeat(64)
  const bid = bidOf({ setRoot, setSize: 12, setCondition, floorPrice: '10000000', buyer: ME })
  renderBids('made', {
    ...answerBids([bid]),
    [`/data/token-sets/${setRoot}/fit`]: () => ({ root: setRoot, collectionId, size: 12, condition, misfits: 0 }),
    [`/api/collection/${collectionId}/nfts`]: (_body: unknown, { searchParams }: URL) => {
      const isGold = searchParams.get('attributes')?.includes('Gold')
      const isCheapest = searchParams.get('sort') === 'price_asc' && searchParams.get('nftType') === 'LISTED'
      const found = isGold && isCheapest ? [testingToken(1, 300_000_000)] : []
      return { data: found, nextCursor: null, total: found.length }
    },
  })
  const row = (await screen.findByText(/^Trait bid/)).closest('tr')
  await waitFor(() => expect(row?.textContent).toContain(`${floor}${distance}`))
  expect(screen.queryAllByTitle('Trait floor')).toHaveLength(floor === '-' ? 0 : 1)
})

// @feature portfolio.trait-bid
it('asks for the floors of many traits a few at a time, and shows each', async () => {
  const furs = Array.from({ length: 12 }, (_, at) => `Fur ${at}`)
  const bids = furs.map((value, at) => {
    const setCondition = { attributes: [{ trait_type: 'Fur', value }], rarityTop: 0, rarityBottom: 0 }
    const setRoot = at.toString(16).repeat(64)
    return bidOf({ setRoot, setSize: 12, setCondition, offerId: `0x${at}`, buyer: idOf(3) })
  })
  let [running, most] = [0, 0]
  const wallet = idOf(3)
  const answers = {
    ...answerBids(bids, wallet),
    [`/api/collection/${collectionId}/nfts`]: async (_body: unknown, { searchParams }: URL) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      const at = furs.findIndex((value) => searchParams.get('attributes')?.includes(`"${value}"`))
      return { data: [testingToken(1, (at + 2) * 100_000_000)], nextCursor: null, total: 1 }
    },
  }
  renderBids('made', answers, { wallet })
  for (const at of furs.keys()) {
    const row = (await screen.findByText(`Trait bid · Fur: Fur ${at}`)).closest('tr')
    await waitFor(() => expect(row?.textContent).toContain(`${at + 2} APT`))
  }
  expect(most).toBe(4)
})

const GOLD = { attributes: [{ trait_type: 'Fur', value: 'Gold' }] }
const LOST = 'sellers can’t find it here: its list of items isn’t stored anymore'

// @feature bid.trait-lost
it.each([
  ['the same tokens fit', [1, 2], true, 'Trait bid · Fur: Gold'],
  ['others fit by now', [1, 2, 3], true, `Trait bid · Chosen items · ${LOST}`],
  ['the browser does not know its condition', [1, 2], false, `Trait bid · Chosen items · ${LOST}`],
])('announces the lost set of an own bid again, or says that it is lost: %s', async (_, fitting, isKnown, words) => {
  const tokens = (count: readonly number[]) => count.map((at) => ({ tokenDataId: idOf(at), names: null }))
  const set = await buildSet(tokens([1, 2]), new AbortController().signal)
  const root = set?.root ?? ''
  localStorage.clear()
  if (isKnown) storeCondition(root, GOLD)
  const announced: unknown[] = []
  renderBids('made', {
    [`/data/user/biddings/${ME}`]: () => ({
      data: [bidOf({ setRoot: root, setSize: null, setCondition: null, isPooled: true, buyer: ME })],
      nextCursor: null,
    }),
    '/data/token-sets': (body: unknown, _url: URL, method: string) => {
      if (method === 'GET') return { collectionId, tokens: tokens(fitting) }
      announced.push(body)
      return { root, size: 2 }
    },
  })
  await screen.findByText(words)
  const isAgain = isKnown && fitting.length === 2
  expect(announced).toEqual(isAgain ? [{ root, collectionId, tokens: [idOf(1), idOf(2)], condition: GOLD }] : [])
})

// @feature bid.trait-floor
it('follows the floor of what fits a bid by the minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const setCondition = { attributes: [{ trait_type: 'Fur', value: 'Gold' }], rarityTop: 0, rarityBottom: 0 }
  const setRoot = 'f'.repeat(64)
  let cheapest = 300_000_000
  const { container } = renderBids('made', {
    ...answerBids([bidOf({ setRoot, setSize: 12, setCondition, buyer: ME })]),
    [`/data/token-sets/${setRoot}/fit`]: () => ({
      root: setRoot,
      collectionId,
      size: 12,
      condition: setCondition,
      misfits: 0,
    }),
    [`/api/collection/${collectionId}/nfts`]: () => ({ data: [testingToken(1, cheapest)], nextCursor: null, total: 1 }),
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const titles = async () => {
    await pass(10)
    return [...container.querySelectorAll('[title]')].map((cell) => cell.getAttribute('title'))
  }
  await expect.poll(titles).toContain('3 APT')
  cheapest = 200_000_000
  await pass(60_000)
  await expect.poll(titles).toContain('2 APT')
})
