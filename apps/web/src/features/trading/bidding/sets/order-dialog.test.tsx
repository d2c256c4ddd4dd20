import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../../../app/commands.ts'
import { walletSession } from '../../../../entities/wallet/wallet-session.ts'
import { ApiFailure } from '../../../../testing/render-site.tsx'
import { testingItem } from '../../../../testing/testing-item.ts'
import { WITH_POOLS } from '../../../../testing/testing-marketplaces.ts'
import { itemOf, openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../../testing/trade-harness.tsx'
import { dialog, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const { collectionId, collectionName } = TOKEN
const COLLECTION = { collectionId, collectionName, collectionImage: null }
const CONDITION = { attributes: [{ trait_type: 'Fur', value: ['Gold'] }] }
const ITEMS = `/api/collection/${collectionId}/nfts`
const FILLS = `/data/collection/biddings/fills/${collectionId}`
const SWEEP = '/api/collection/nfts/sweep'

const listed = (at: number, listedPrice: string, walletAddress: string) =>
  testingItem(`0x${at.toString(16).padStart(2, '0').repeat(32)}`, {
    listedPrice,
    owner: { walletAddress, aptosName: null, isWalletAddress: true },
  })

function open({
  prices = ['1200000000', '1300000000', '1620000000'],
  own = [] as readonly string[],
  perPage = Number.POSITIVE_INFINITY,
  sales = 6,
  balance = 100_000_000_000n as bigint | null,
  pool = '0',
  outcome = {},
  gate = async () => {},
} = {}) {
  const stranger = `0x${'9'.repeat(64)}`
  const asked: URLSearchParams[] = []
  openTradeDialog(
    { kind: 'order', collection: COLLECTION, condition: CONDITION },
    {
      marketplaces: WITH_POOLS,
      answers: {
        [ITEMS]: async (_, url) => {
          await gate()
          asked.push(url.searchParams)
          const rows = [
            ...own.map((price, at) => listed(at + 1, price, YOU)),
            ...prices.map((price, at) => listed(at + own.length + 1, price, stranger)),
          ]
          const from = Number(url.searchParams.get('cursor') ?? 0)
          const isMore = from + perPage < rows.length
          const data = rows.slice(from, from + perPage)
          return { data, nextCursor: isMore ? String(from + perPage) : null, total: rows.length }
        },
        [FILLS]: () => ({ days: 7, sales }),
        [SWEEP]: () => ({ ...quoteOf({}, { items: [itemOf()] }), curve: [] }),
        [`/data/user/pool/${YOU}`]: () => ({ balance: pool, bids: 0, exposure: '0' }),
        '/data/token-sets': () => ({ collectionId, tokens: [] }),
        [`/data/collection/biddings/set-levels/${collectionId}`]: () => ({ data: [], hasMore: false }),
      },
      ...outcome,
    },
  )
  act(() => walletSession.set((before) => ({ ...before, balance })))
  return asked
}
const fill = async (price: string, budget: string) => {
  await user.type(await screen.findByLabelText('Max price per item'), price)
  await user.type(screen.getByLabelText('Budget'), budget)
}

describe('an order', () => {
  // @feature order.preview
  it.each([
    [
      {},
      '13.8',
      '60',
      '2 can be bought now for 25 APT; a bid for 2 more at 13.8 APT. 6 matching items sold at this price or less in the last 7 days.',
    ],
    [
      { sales: 1 },
      '13.8',
      '25',
      '2 can be bought now for 25 APT. 1 matching item sold at this price or less in the last 7 days.',
    ],
    [
      { prices: [], sales: 0 },
      '5',
      '10',
      'A bid for 2 at 5 APT. No matching items sold at this price or less in the last 7 days.',
    ],
    // One's own listings cannot be bought.
    [
      { prices: [], own: ['100000000'] },
      '5',
      '10',
      'A bid for 2 at 5 APT. 6 matching items sold at this price or less in the last 7 days.',
    ],
    // Nor do they hide those of others, however many there are.
    [
      { own: Array.from({ length: 70 }, () => '100000000'), perPage: 60 },
      '13.8',
      '60',
      '2 can be bought now for 25 APT; a bid for 2 more at 13.8 APT. 6 matching items sold at this price or less in the last 7 days.',
    ],
    // The wallet has 1,000 APT and the pool 10.
    [
      { prices: [], pool: '1000000000' },
      '100',
      '50000',
      'A bid for 500 at 100 APT. Your wallet and bid pool pay for 10 of them now. 6 matching items sold at this price or less in the last 7 days.',
    ],
    // A little of the 10 APT stays for gas.
    [
      { prices: [], balance: 1_000_000_000n },
      '5',
      '10',
      'A bid for 2 at 5 APT. Your wallet and bid pool pay for 1 of them now. 6 matching items sold at this price or less in the last 7 days.',
    ],
    // Amounts of a trade are not shortened.
    [
      { prices: ['123456789000'], balance: 300_000_000_000n },
      '1234.5678901',
      '2600',
      '1 can be bought now for 1,234.56789 APT; a bid for 1 more at 1,234.5678901 APT. 6 matching items sold at this price or less in the last 7 days.',
    ],
    // What is missing for the bid is said in place of what pays for none.
    [
      { prices: [], balance: 100_000_000n },
      '5',
      '10',
      'A bid for 2 at 5 APT. 6 matching items sold at this price or less in the last 7 days.',
    ],
    [{}, '5', '4', 'The budget is below the price of one item.'],
  ])(
    'says what it buys, what it bids for and how often such items sold, case %#',
    async (market, price, budget, sentence) => {
      const asked = open(market)
      await dialog('Buy or bid within a budget')
      await says('This site’s records determine which items match: traits aren’t stored on chain.')
      await fill(price, budget)
      await waitFor(() => expect(screen.getByRole('status').textContent).toBe(sentence), PATIENT)
      const query = asked.at(-1)
      expect(query?.get('nftType')).toBe('LISTED')
      expect(JSON.parse(query?.get('attributes') ?? '')).toEqual(CONDITION.attributes)
    },
  )

  // @feature trade.disabled-reason
  it('says next to its button what is missing, and loads listings again that could not be', async () => {
    const market = Promise.withResolvers<void>()
    let fails = true
    open({
      outcome: {},
      gate: async () => {
        await market.promise
        if (fails) throw new ApiFailure(500, 'The server failed.')
      },
    })
    const reasonOf = async () => {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Bid' }, PATIENT)
      expect(button.disabled).toBe(true)
      return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    }
    expect(await reasonOf()).toBe('Enter a price and a budget.')
    await fill('13.8', '-1')
    expect(await reasonOf()).toBe('Check the price and the budget.')
    await user.type(screen.getByLabelText('Budget'), '{Backspace}{Backspace}60')
    expect(await reasonOf()).toBe('Loading the listings.')
    market.resolve()
    await says('Couldn’t load the listings.')
    fails = false
    await press('Try again')
    await screen.findByRole('button', { name: 'Buy, then bid' }, PATIENT)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  // @feature trade.enter
  it.each(['Max price per item', 'Budget'])('is made by Enter in its fields, once it can be: %s', async (label) => {
    open()
    await fill('13.8', '6')
    await user.type(screen.getByLabelText(label), '{Enter}')
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'order' })
    await user.type(screen.getByLabelText('Budget'), '0')
    await screen.findByRole('button', { name: 'Buy, then bid' }, PATIENT)
    await user.type(screen.getByLabelText(label), '{Enter}')
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'sweep' })
    expect(await dialog('Magic buy')).toBe(await screen.findByRole('dialog'))
  })

  // @feature order.balance
  it.each([
    [
      { balance: 2_400_000_000n },
      'Not enough APT in your wallet. The purchase takes 25 APT plus gas; you have 24 APT.',
    ],
    [
      { balance: 3_000_000_000n, pool: '100000000' },
      'Not enough APT for the bid. One item takes 13.8 APT; after the purchase you have 6 APT in your wallet and bid pool.',
    ],
    [
      { prices: [], balance: 100_000_000n, pool: '1279999999' },
      'Not enough APT for the bid. One item takes 13.8 APT; you have 13.79999999 APT in your wallet and bid pool.',
    ],
    [
      { prices: [], balance: 1_380_000_000n },
      'Not enough APT for the bid. One item takes 13.8 APT; you have 13.8 APT in your wallet and bid pool, of which 0.1 APT stays for gas.',
    ],
  ])('says what is missing for it, and is not made, case %#', async (owned, sentence) => {
    open(owned)
    await fill('13.8', '60')
    expect((await screen.findByRole('alert', {}, PATIENT)).textContent).toBe(sentence)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Buy, then bid|Bid)$/ }).disabled).toBe(true)
  })

  // @feature order.chain
  it('buys, and once that is confirmed and closed opens the bid for the rest', async () => {
    open()
    await fill('13.8', '60')
    await press('Buy, then bid')
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'sweep',
      // The budget less what the bid takes: the cheap items may be gone by then.
      criteria: { filter: CONDITION, count: 2, maxPrice: '1380000000', budget: '3240000000' },
      next: { kind: 'set-bid', condition: CONDITION, price: '1380000000', size: 2, budget: '2760000000' },
    })
    await press('Confirm purchase')
    await press('Continue to the bid')
    const bid = within(await dialog('Place Trait Bid'))
    expect((bid.getByLabelText('Bid price per item') as HTMLInputElement).value).toBe('13.8')
    expect((bid.getByLabelText('Quantity') as HTMLInputElement).value).toBe('2')
    await waitFor(() => expect((bid.getByLabelText('Deposit into your pool') as HTMLInputElement).value).toBe('27.6'))
  })

  // @feature order.chain
  it.each([
    ['deposits for as many as the wallet pays besides gas', 1_000_000_000n, '0', '5'],
    ['deposits what the pool lacks', 2_000_000_000n, '300000000', '7'],
    ['deposits nothing into a pool that has enough', 2_000_000_000n, '1000000000', ''],
    ['deposits nothing from a wallet that has only gas', 10_000_000n, '600000000', ''],
  ])('%s', async (_, balance, pool, deposit) => {
    open({ prices: [], balance, pool })
    await fill('5', '10')
    await press('Bid')
    const bid = within(await dialog('Place Trait Bid'))
    await bid.findByText(/^In your pool/)
    expect((bid.getByLabelText('Deposit into your pool') as HTMLInputElement).value).toBe(deposit)
  })

  // @feature order.chain
  it('opens no bid where the purchase is given up or fails', async () => {
    open({ outcome: { outcome: REFUSED } })
    await fill('13.8', '60')
    await press('Buy, then bid')
    await press('Confirm purchase')
    await says('Request Rejected')
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)
    expect(commandRequest('openTrade')).toBeNull()
  })

  // @feature order.chain
  it('bids alone where nothing is for sale at its price', async () => {
    open({ prices: [] })
    await fill('5', '10')
    await press('Bid')
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'set-bid', price: '500000000', size: 2 })
    await dialog('Place Trait Bid')
  })
})
