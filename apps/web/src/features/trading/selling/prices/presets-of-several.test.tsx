import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem, testingListing } from '../../../../testing/testing-item.ts'
import {
  detailOf,
  holding,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  recordQuotes,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import { fill, isOff, LIST, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

/** Last sales of 0.9 and 4 APT. */
const LAST_SALES = {
  [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' }),
}
/** Others ask 1 APT for a token, and 2 APT for one with the traits of these. */
const OTHERS_ASKS = {
  [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({
    floorPrice: '100000000',
    usualFloorPrice: '100000000',
    token: null,
  }),
  '/api/collection/nfts/top-trait': (body: unknown) => ({
    data: (body as string[]).map((tokenDataId) => ({ tokenDataId, topTrait: null, traitFloorPrice: '200000000' })),
  }),
}
const chipOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('presets of several prices', () => {
  // @feature list.presets, list.many
  it('prices many listings from a preset percentage', async () => {
    let body: unknown
    const found = Promise.withResolvers<void>()
    const answers = {
      ...OTHERS_ASKS,
      [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
        found.promise.then(() => detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' })),
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await user.type(await screen.findByLabelText('Percent over or under'), '-10')
    await screen.findByRole('table', { name: 'New prices' })
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Trait floor' })
    screen.getByText('Choose which price the percentage applies to.')
    // Before the prices of all of them are there, some would stay without one.
    expect(apply.disabled).toBe(true)
    found.resolve()
    await waitFor(() => expect(apply.disabled).toBe(false))
    await user.click(apply)
    expect(screen.queryByText('Choose which price the percentage applies to.')).toBeNull()
    await press('List 2 items')
    await says('Items listed')
    expect(body).toMatchObject({ items: [{ price: '180000000' }, { price: '180000000' }] })
  })

  // @feature list.presets, list.many
  it.each([
    ['Floor', '5', ['1.05', '1.05']],
    ['Last sale', '', ['0.9', '4']],
  ] as const)(
    'prices all at the %s plus %s %%, and offers only what some of them have',
    async (chip, percent, expected) => {
      const answers = {
        [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
          detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' }),
      }
      openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
      const field = await screen.findByLabelText('Percent over or under')
      if (percent !== '') await user.type(field, percent)
      await press(chip)
      const table = within(screen.getByRole('table', { name: 'New prices' }))
      expect(table.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(expected)
      const chips = within(screen.getByRole('group', { name: 'Price all at' })).getAllByRole('button')
      expect(chips.map(({ textContent }) => textContent)).toEqual(['Floor', 'Trait floor', 'Last sale'])
    },
  )

  // @feature list.presets, list.reprice
  it('prices all by what their listings cost now, not by what the page with the button showed', async () => {
    const { tokenDataId, marketplace, listingId } = TOKEN
    const listing = testingListing(tokenDataId, { marketplace, listingId, seller: YOU, price: '900000000' })
    const edited = { [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ listings: [listing] }) }
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { ...LAST_SALES, ...edited } })
    fill(await screen.findByLabelText('Percent over or under', {}, PATIENT), '10')
    await press('Current price')
    const table = within(screen.getByRole('table', { name: 'New prices' }))
    expect(table.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['9.9', '1.1'])
  })

  // @feature list.presets, list.many
  it.each([
    ['Cost', '2.5'],
    ['Break-even', '2.6'],
  ] as const)('proposes no price of nothing for what cost nothing: %s', async (chip, expected) => {
    const items = [
      testingItem(TOKEN.tokenDataId, { costPrice: '0' }),
      testingItem(OTHER_TOKEN.tokenDataId, { costPrice: '250000000' }),
    ]
    openTradeDialog(
      { kind: 'list', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { ...LAST_SALES, ...holding(...items) } },
    )
    await waitFor(() => expect(chipOf(chip).disabled).toBe(false), PATIENT)
    await press(chip)
    const [free, paid] = within(screen.getByRole('table', { name: 'New prices' })).getAllByRole('textbox')
    expect((free as HTMLInputElement).value).toBe('')
    expect(Number((paid as HTMLInputElement).value)).toBeGreaterThanOrEqual(Number(expected))
    screen.getByText('1 item cost nothing. Enter its price.')
    fill(free, '3')
    expect(screen.queryByText('1 item cost nothing. Enter its price.')).toBeNull()
  })

  // @feature list.presets, list.many
  it('does not offer the cost where all of them cost nothing', async () => {
    const items = [TOKEN, OTHER_TOKEN].map(({ tokenDataId }) => testingItem(tokenDataId, { costPrice: '0' }))
    openTradeDialog(
      { kind: 'list', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { ...LAST_SALES, ...holding(...items) } },
    )
    await waitFor(() => expect(chipOf('Floor').disabled).toBe(false), PATIENT)
    expect(screen.queryByRole('button', { name: 'Cost' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Break-even' })).toBeNull()
  })

  // @feature list.presets, list.many
  it('prices all by chip and percentage in any order, and leaves what is typed since', async () => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { ...LAST_SALES, ...OTHERS_ASKS } })
    const percentField = await screen.findByLabelText('Percent over or under')
    const table = within(await screen.findByRole('table', { name: 'New prices' }))
    await waitFor(() => expect(chipOf('Floor').disabled).toBe(false), PATIENT)
    const starts = { Floor: ['1', '1'], 'Trait floor': ['2', '2'], 'Last sale': ['0.9', '4'] } as const
    const action = fc.oneof(
      fc.constantFrom(...(Object.keys(starts) as (keyof typeof starts)[])).map((chip) => ({ chip })),
      fc.constantFrom('', '0', '10', '-10', '+25', '100', '-99', '-', '-100', '-200').map((percent) => ({ percent })),
      fc.record({ row: fc.constantFrom(0, 1), price: fc.constantFrom('7', '8.5', '') }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 8 }), (actions) => {
        // Each run starts from the same state: all at the floor.
        fill(percentField, '')
        fireEvent.click(chipOf('Floor'))
        let [chosen, percent]: [keyof typeof starts, string] = ['Floor', '']
        const isNone = (text: string) => ['-', '-100', '-200'].includes(text)
        const byHand = new Set<number>()
        const expected: string[] = [...starts.Floor]
        const price = () => {
          if (isNone(percent)) return
          const one = (at: number) => Math.round(Number(starts[chosen][at]) * (100 + Number(percent)) * 1e6) / 1e8
          for (const at of [0, 1]) if (!byHand.has(at)) expected[at] = String(one(at))
        }
        for (const one of actions) {
          if ('row' in one) {
            fill(table.getAllByRole('textbox')[one.row], one.price)
            expected[one.row] = one.price
            byHand.add(one.row)
          } else if ('percent' in one) {
            fill(percentField, one.percent)
            percent = one.percent
            if (byHand.size < 2) price()
          } else if (!isNone(percent)) {
            fireEvent.click(chipOf(one.chip))
            chosen = one.chip
            byHand.clear()
            price()
          }
          const values = table.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
          expect(values).toEqual(expected)
          const pressed = Object.keys(starts).filter((name) => chipOf(name).getAttribute('aria-pressed') === 'true')
          expect(pressed).toEqual(byHand.size === 2 ? [] : [chosen])
        }
      }),
      { numRuns: 25, examples: [[[{ chip: 'Floor' }, { percent: '10' }]], [[{ percent: '10' }, { chip: 'Floor' }]]] },
    )
  })

  // @feature list.presets, trade.disabled-reason
  it('signs no former prices while the percentage cannot be read', async () => {
    const { bodies, answers } = recordQuotes(LIST)
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { ...LAST_SALES, ...answers } })
    const percentField = await screen.findByLabelText('Percent over or under')
    await waitFor(() => expect(chipOf('Floor').disabled).toBe(false), PATIENT)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'List 2 items' })
    const reason = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('-150', 'abc', '-100', '1,500', '12.345', '-', '%', '20000'),
        fc.constantFrom('30%', '30', '+30 %', '30,0'),
        async (unreadable, readable) => {
          fill(percentField, '')
          fireEvent.click(chipOf('Floor'))
          await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
          fill(percentField, unreadable)
          expect(isOff(button)).toBe(true)
          expect(reason()).toBe('Check the percentage.')
          fill(percentField, readable)
          const [price, asked] = ['130000000', bodies.length]
          await waitFor(() => expect(bodies.slice(asked)).toMatchObject([{ items: [{ price }, { price }] }]), PATIENT)
          await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
        },
      ),
      {
        numRuns: 8,
        examples: [
          ['abc', '30%'],
          ['-150', '30'],
        ],
      },
    )
  })
})
