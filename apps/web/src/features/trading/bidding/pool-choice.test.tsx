import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatApt, parseApt } from '../../../shared/format/apt.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { MARKETPLACES, WITH_POOLS } from '../../../testing/testing-marketplaces.ts'
import { openTradeDialog, quoteOf, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { dialog, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'
import { PoolFields, type PoolPayment } from './pool-fields.tsx'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const POOL = `/data/user/pool/${YOU}`
const [POOL_BID, LOCKED_BID] = ['/api/collection/bid/pool', '/api/collection/bid'] as const
const OTHER = {
  ...MARKETPLACES[0],
  id: 'other',
  displayName: 'Other Market',
  isNative: false,
} as (typeof WITH_POOLS)[0]

/** Opens a bid on two tokens at 0.5 APT each, with a pool that the API describes. */
async function openBid(pool: unknown, marketplaces: typeof MARKETPLACES = WITH_POOLS) {
  const sent: Record<string, unknown[]> = { [POOL_BID]: [], [LOCKED_BID]: [] }
  const record = (call: string) => (body: unknown) => {
    sent[call]?.push(body)
    return quoteOf()
  }
  const respond = () => {
    if (pool instanceof Error) throw pool
    return pool
  }
  const collection = testingCollection(TOKEN.collectionId, { floorPrice: '100000000' })
  openTradeDialog(
    { kind: 'collection-bid', collection },
    {
      marketplaces,
      answers: {
        [POOL]: respond,
        [POOL_BID]: record(POOL_BID),
        [LOCKED_BID]: record(LOCKED_BID),
        [`/api/collection/${TOKEN.collectionId}`]: () => collection,
      },
    },
  )
  await dialog('Place Collection Bid')
  await user.type(screen.getByLabelText('Bid price per item'), '0.5')
  await user.clear(screen.getByLabelText('Quantity'))
  await user.type(screen.getByLabelText('Quantity'), '2')
  return sent
}
const poolOf = (balance: string) => ({ balance, bids: 0, exposure: '0' })
const choose = (name: 'Bid pool' | 'Lock funds') => user.click(screen.getByRole('radio', { name }))
const deposit = () => screen.getByLabelText<HTMLInputElement>('Deposit into your pool')
const fund = () => screen.queryByRole('button', { name: /^Fund this bid/ })

// @feature bid.pool
describe('the payment of a collection bid', () => {
  it.each([
    ['unfunded', '0', '1', '100000000', ['0', '1']],
    ['partly funded', '40000000', '0.6', '60000000', ['0.4', '0.6']],
    ['one octa short', '99999999', '0.00000001', '1', ['0.9999', '< 0.0001']],
    ['short of what would be rounded away', '29999999', '0.70000001', '70000001', ['0.2999', '0.7001']],
  ])(
    'a pool that is %s offers what is missing, and deposits it with the bid',
    async (_, balance, text, octas, [inPool, missing]) => {
      const sent = await openBid(poolOf(balance))
      await choose('Bid pool')
      await says(`In your pool ${inPool} APT`)
      await user.click(await screen.findByRole('button', { name: `Fund this bid: ${missing} APT` }))
      expect(deposit().value).toBe(text)
      await press('Place Collection Bid')
      await says('Place Collection Bid Sucessful')
      expect(sent[POOL_BID]?.at(-1)).toMatchObject({ price: '50000000', size: 2, deposit: octas })
      expect(sent[POOL_BID]?.at(-1)).not.toHaveProperty('marketplace')
    },
  )

  it.each([
    ['covers the bid', '100000000'],
    ['holds more than a number could', '18446744073709551615'],
  ])('a pool that %s asks for nothing, and deposits nothing', async (_, balance) => {
    const sent = await openBid(poolOf(balance))
    await choose('Bid pool')
    await says(`In your pool ${formatApt(balance, 'down')} APT`)
    expect(fund()).toBeNull()
    await press('Place Collection Bid')
    await says('Place Collection Bid Sucessful')
    expect(sent[POOL_BID]?.at(-1)).toMatchObject({ deposit: '0' })
  })

  it.each([
    ['fails', new ApiFailure(503, 'busy')],
    ['is negative', poolOf('-1')],
    ['is no number', poolOf('lots')],
  ])('a pool whose balance %s can still pay: nothing is claimed of it', async (_, answer) => {
    const sent = await openBid(answer)
    await choose('Bid pool')
    await user.type(deposit(), '0.25')
    expect([fund(), screen.queryByText(/^In your pool/)]).toEqual([null, null])
    await press('Place Collection Bid')
    await says('Place Collection Bid Sucessful')
    expect(sent[POOL_BID]?.at(-1)).toMatchObject({ deposit: '25000000' })
  })

  it.each(['-1', 'x', '1,500', '1'.repeat(13)])('holds a bid back while the deposit is %s', async (text) => {
    const sent = await openBid(poolOf('0'))
    await choose('Bid pool')
    // As a whole: its beginning would be an amount.
    await user.click(deposit())
    await user.paste(text)
    await says('Check the deposit.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Collection Bid' }).disabled).toBe(true)
    // Not before it is valid again, and never with what was typed.
    expect(sent[POOL_BID]?.filter((body) => (body as { deposit: string }).deposit !== '0')).toEqual([])
    await choose('Lock funds')
    await press('Place Collection Bid')
    await says('Place Collection Bid Sucessful')
    expect(sent[LOCKED_BID]?.at(-1)).not.toHaveProperty('deposit')
  })

  it('is a choice of our marketplace alone, which has no other while the pool pays', async () => {
    await openBid(poolOf('0'), [...WITH_POOLS, OTHER])
    expect(screen.getByLabelText('Marketplace')).toBeTruthy()
    await choose('Bid pool')
    expect(screen.queryByLabelText('Marketplace')).toBeNull()
    await choose('Lock funds')
    expect(screen.getByLabelText('Marketplace')).toBeTruthy()
  })

  // @feature bid.expiry
  it('asks for the date of a bid that the pool pays, whatever bids expire where it would be placed else', async () => {
    const sent = await openBid(poolOf('100000000'), [...WITH_POOLS, { ...OTHER, bidsExpire: false }])
    await user.selectOptions(screen.getByLabelText('Marketplace'), 'other')
    await says(/^Bids on Other Market don’t expire/)
    await choose('Bid pool')
    await user.click(await screen.findByRole('button', { name: '1 day' }))
    await press('Place Collection Bid')
    await says('Place Collection Bid Sucessful')
    const [bid] = (sent[POOL_BID] ?? []).slice(-1) as readonly { readonly expirationTime: string }[]
    expect(Number(bid?.expirationTime) * 1_000 - Date.now()).toBeLessThan(86_400_000)
  })

  it('says what the choice is, to the eye as well', async () => {
    await openBid(poolOf('0'))
    expect(screen.getByRole('group', { name: 'Paid by' })).toBeTruthy()
    expect(screen.getByText('Paid by')).toBeTruthy()
  })

  it('is no choice where our marketplace has no pools', async () => {
    const sent = await openBid(poolOf('0'), MARKETPLACES)
    expect(screen.queryByRole('radio')).toBeNull()
    await press('Place Collection Bid')
    await says('Place Collection Bid Sucessful')
    expect(sent[POOL_BID]).toEqual([])
  })

  it('offers the difference of cost and balance to the octa, and nothing where there is none', () => {
    const amount = fc.oneof(fc.bigInt(0n, 10n ** 10n), fc.bigInt(0n, 2n ** 64n - 1n))
    const unknown = fc.option(amount)
    fc.assert(
      fc.property(unknown, fc.integer({ min: 1, max: 10_000 }), unknown, (price, size, balance) => {
        const cost = price === null ? null : price * BigInt(size)
        // No amount of a coin is above that.
        fc.pre(cost === null || cost < 2n ** 64n)
        const setText = vi.fn<(text: string) => void>()
        const pool: PoolPayment = {
          isOffered: true,
          pays: true,
          setPays: () => {},
          balance,
          text: '',
          setText,
          error: undefined,
          deposit: '0',
          others: null,
          blank: null,
        }
        show(<PoolFields pool={pool} price={price} size={size} />)
        fund()?.click()
        const isShort = cost !== null && balance !== null && cost > balance
        expect(setText.mock.calls.map(([text]) => parseApt(text))).toEqual(isShort ? [cost - balance] : [])
        cleanup()
      }),
      { numRuns: 60 },
    )
  })

  // @feature bid.pool-covered
  it('says for how many items the pool pays now, where that is some of them and not all', () => {
    const price = fc.bigInt(1n, 10n ** 9n)
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 6 }), fc.nat({ max: 8 }), fc.nat(), fc.nat(), (...drawn) => {
        const [octas, size, pays, rest, part] = drawn
        // What the pool has after the deposit pays for exactly so many items.
        const funds = octas * BigInt(pays) + (BigInt(rest) % octas)
        const deposit = BigInt(part) % (funds + 1n)
        const pool: PoolPayment = {
          isOffered: true,
          pays: true,
          setPays: () => {},
          balance: funds - deposit,
          text: '',
          setText: () => {},
          error: undefined,
          deposit: String(deposit),
          others: null,
          blank: null,
        }
        show(<PoolFields pool={pool} price={octas} size={size} />)
        const said = screen.queryByText(/^Your pool pays for/)?.textContent ?? null
        const isPartly = pays > 0 && pays < size
        expect(said).toBe(isPartly ? `Your pool pays for ${pays} of ${size} now. Deposit more to fund the rest.` : null)
        cleanup()
      }),
      { numRuns: 60 },
    )
  })

  // @feature bid.pool-covered
  it.each([
    ['40000000', 1, '900000000', '1 other bid worth 9 APT, more than it holds. Sellers can accept it'],
    ['40000000', 3, '40000001', '3 other bids worth 0.4 APT, more than it holds. Sellers can accept them'],
    ['40000000', 3, '40000000', null],
    ['40000000', 0, '0', null],
  ])(
    'says which other bids a deposit pays: the pool holds %s octas and has %i of %s',
    async (balance, bids, exposure, said) => {
      await openBid({ balance, bids, exposure })
      await choose('Bid pool')
      await says('In your pool 0.4 APT')
      // Without a deposit, sellers can accept what they could before.
      expect(screen.queryByText(/^Your pool backs/)).toBeNull()
      await user.type(deposit(), '0.6')
      if (said === null) expect(screen.queryByText(/^Your pool backs/)).toBeNull()
      else await says(`Your pool backs ${said} with what you deposit.`)
    },
  )

  // @feature bid.pool
  it('says how each payment works where it is chosen, with the way to Help', async () => {
    await openBid(poolOf('0'))
    const help = () => screen.getByRole('link', { name: 'How bids are paid' }).getAttribute('href')
    await says(/^The full amount is locked in this bid/)
    expect(help()).toBe('/help#bid-pool')
    await choose('Bid pool')
    await says(/^Your bid pool is one deposit that backs all your pool bids/)
    expect(screen.queryByText(/locked in this bid/)).toBeNull()
    expect(help()).toBe('/help#bid-pool')
  })
})

function show(fields: ReactElement) {
  render(<MemoryRouter>{fields}</MemoryRouter>)
}
