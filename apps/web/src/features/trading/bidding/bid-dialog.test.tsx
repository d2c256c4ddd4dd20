import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openTrade } from '../../../app/commands.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { accepting, detailOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BID, dialog, isOff, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const ENDLESS = { ...MARKETPLACES[0], id: 'lasting', displayName: 'Lasting', isNative: false, bidsExpire: false }
const PLACES = [...MARKETPLACES, ENDLESS] as typeof MARKETPLACES

describe('bidding', () => {
  const open = (answers = {}) =>
    openTradeDialog({ kind: 'token-bid', token: TOKEN }, { answers: { [BID]: () => quoteOf(), ...answers } })
  const price = () => screen.findByLabelText('Bid price')

  // @feature bid.dialog
  it('is 480 wide, and shows the local time zone', async () => {
    open()
    const box = await dialog('Place Bid')
    expect(box.style.getPropertyValue('--dialog-width')).toBe('480px')
    const date = screen.getByLabelText<HTMLInputElement>('Expiration date')
    expect([date.type, date.required]).toEqual(['date', true])
    const today = new Date()
    expect(Date.parse(`${date.min}T00:00`)).toBe(today.setHours(0, 0, 0, 0))
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replace('/', '\\/')
    await says(new RegExp(`^Until \\d{2}/\\d{2}/\\d{4}, \\d{1,2}:\\d{2} [AP]M \\(${zone}\\)$`))
  })

  // @feature bid.dialog
  it('shows the total next to the button once there is a price', async () => {
    open()
    const box = within(await dialog('Place Bid'))
    expect(box.queryByText('Total with gas')).toBeNull()
    await user.type(await price(), '0.5')
    const total = await box.findByText('Total with gas', {}, PATIENT)
    // Next to it, apart from the text for screen readers.
    const foot = [...(total.parentElement?.parentElement?.children ?? [])].filter((part) => part.role !== 'status')
    expect(foot).toEqual([total.parentElement, box.getByRole('button', { name: 'Place Bid' })])
    expect(total.nextElementSibling?.textContent).toContain('1.002')
  })

  // @feature bid.dialog
  it('says what is missing where the wallet has too little, and no total without an amount', async () => {
    const reason = { code: 'insufficient-balance', sentence: 'Not enough APT in your wallet.' }
    const split = { totalOctas: '1280000000000', gasOctas: '0', balanceOctas: '786931000000' }
    open({ [BID]: () => quoteOf(split, { payload: null, reason }) })
    await user.type(await price(), '0.5')
    await says('Not enough APT in your wallet. This takes 12,800 APT plus gas; you have 7,869.31 APT.')
    expect(screen.queryByText('Total with gas')).toBeNull()
  })

  // @feature bid.below-floor
  it("says 'Should be less than floor price' at the floor, and sends nothing", async () => {
    open()
    await says(/^Floor 1 APT/)
    await user.type(await price(), '1')
    await says('Should be less than floor price')
    expect((screen.getByRole('button', { name: 'Place Bid' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature bid.below-floor, trade.usual-floor
  it.each([
    ['token-bid', BID, 'Place Bid'],
    ['collection-bid', '/api/collection/bid', 'Place Collection Bid'],
  ] as const)(
    '%s: has a price confirmed at which an item has just been listed, and refuses none',
    async (kind, path, button) => {
      const floors = { floorPrice: '40000000', usualFloorPrice: '100000000', token: null }
      openTradeDialog(
        kind === 'token-bid' ? { kind, token: TOKEN } : { kind, collection: { ...TOKEN, collectionImage: null } },
        {
          answers: {
            [path]: () => quoteOf(),
            [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf({ collectionFloorPrice: floors.floorPrice }),
            [`/api/collection/${TOKEN.collectionId}`]: () =>
              testingCollection(TOKEN.collectionId, { floorPrice: floors.floorPrice }),
            [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => floors,
          },
        },
      )
      await says(/^Floor 0\.4 APT/)
      const field = await screen.findByLabelText(/^Bid price/)
      await user.type(field, '1')
      await says('Should be less than floor price')
      await user.clear(field)
      await user.type(field, '0.5')
      await says('An item is for sale at 0.4 APT right now: buying it costs no more than this bid.')
      expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true)
      await user.type(screen.getByLabelText('Type 0.5 to continue'), '0.5')
      await press(button)
      await says(`${button} Sucessful`)
    },
  )

  // @feature bid.below-floor, bid.fat-finger
  it.each([
    ['an item', { kind: 'token-bid', token: TOKEN }, 'Place Bid'],
    [
      'a collection',
      { kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } },
      'Place Collection Bid',
    ],
  ] as const)(
    'on %s is confirmed where an item is listed for less once the price is typed',
    async (_, request, name) => {
      const floors = { floorPrice: '100000000', usualFloorPrice: '100000000', token: null }
      const { collectionId, tokenDataId } = TOKEN
      openTradeDialog(request, {
        answers: {
          [BID]: () => quoteOf(),
          '/api/collection/bid': () => quoteOf(),
          [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ collectionFloorPrice: floors.floorPrice }),
          [`/api/collection/${collectionId}`]: () => testingCollection(collectionId, { floorPrice: floors.floorPrice }),
          [`/api/collection/${collectionId}/nfts/floor`]: () => ({ ...floors }),
        },
      })
      await user.type(await screen.findByLabelText(/^Bid price/), '0.5')
      const button = screen.getByRole<HTMLButtonElement>('button', { name })
      await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
      floors.floorPrice = '40000000'
      const change = { old: '100000000', new: '40000000' }
      act(() => deliverLive({ kind: 'floor_change', id: '1', collectionId, version: '1', at: '1', ...change }))
      await says('An item is for sale at 0.4 APT right now: buying it costs no more than this bid.')
      expect(isOff(button)).toBe(true)
    },
  )

  // @feature bid.below-floor
  it('on a collection is still compared with what was known where that cannot be fetched again', async () => {
    const { collectionId } = TOKEN
    let [asked, isDown] = [0, false]
    openTradeDialog(
      { kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } },
      {
        answers: {
          '/api/collection/bid': () => quoteOf(),
          [`/api/collection/${collectionId}`]: () => {
            asked += 1
            if (isDown) throw new ApiFailure(503, 'down')
            return testingCollection(collectionId, { floorPrice: '100000000' })
          },
          [`/api/collection/${collectionId}/nfts/floor`]: () => ({
            floorPrice: '100000000',
            usualFloorPrice: '100000000',
            token: null,
          }),
        },
      },
    )
    await screen.findByText('Floor 1 APT')
    isDown = true
    const before = asked
    const change = { old: '100000000', new: '40000000' }
    act(() => deliverLive({ kind: 'floor_change', id: '1', collectionId, version: '1', at: '1', ...change }))
    await waitFor(() => expect(asked).toBeGreaterThan(before), PATIENT)
    for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)))
    screen.getByText('Floor 1 APT')
    expect(screen.queryByText('Couldn’t compare the price with the market.')).toBeNull()
  })

  // @feature bid.price-rules
  it("says 'Value cannot be negative' and 'Required.'", async () => {
    open()
    await user.type(await price(), '-1')
    await says('Value cannot be negative')
    await user.clear(screen.getByLabelText('Expiration date'))
    await says('Required.')
  })

  // @feature bid.minimum
  it("says 'Offer Price cannot be below than 0.001 ' below the minimum, at the field and in a toast", async () => {
    open()
    const field = (await price()) as HTMLInputElement
    await user.type(field, '0.0009')
    const words = 'Offer Price cannot be below than 0.001 '
    const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect([note(), field.getAttribute('aria-invalid')]).toEqual([words, 'true']))
    await press('Place Bid')
    await waitFor(() => expect(screen.getAllByText(/Offer Price cannot be below than 0.001/)).toHaveLength(2), PATIENT)
    await user.clear(field)
    await user.type(field, '0.001')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull())
  })

  // @feature bid.done, bid.expiry
  it("toasts 'Place Bid Sucessful', with the expiry in whole seconds", async () => {
    let body: { expirationTime?: string; price?: string } = {}
    const openedMs = Date.now()
    open({
      [BID]: (asked: object) => {
        body = asked
        return quoteOf()
      },
    })
    await user.type(await price(), '0.5')
    await user.click(screen.getByRole('button', { name: '1 day' }))
    await press('Place Bid')
    await says('Place Bid Sucessful')
    expect(body.price).toBe('50000000')
    const expiresMs = Number(body.expirationTime) * 1000
    expect(expiresMs).toBeGreaterThan(openedMs + 86_400_000 - 1_000)
    expect(expiresMs).toBeLessThanOrEqual(Date.now() + 86_400_000)
    expect(body.expirationTime).toMatch(/^\d+$/)
  })

  // @feature bid.expiry
  it.each([
    ['token-bid', BID],
    ['collection-bid', '/api/collection/bid'],
  ] as const)(
    '%s: says that it stays open where bids do not expire, and asks for no date there',
    async (kind, path) => {
      const checked: unknown[] = []
      const request =
        kind === 'token-bid' ? { kind, token: TOKEN } : { kind, collection: { ...TOKEN, collectionImage: null } }
      openTradeDialog(request, {
        answers: { [path]: () => quoteOf() },
        marketplaces: PLACES,
        check: async (config, chosen, answer, wallet) => {
          checked.push(chosen)
          return accepting(config, chosen, answer, wallet)
        },
      })
      await user.type(await screen.findByLabelText(/^Bid price/), '0.5')
      // A date that is left out matters no more.
      await user.clear(screen.getByLabelText('Expiration date'))
      await user.selectOptions(screen.getByLabelText('Marketplace'), 'lasting')
      await says('Bids on Lasting don’t expire. This one stays open until it’s filled or you cancel it.')
      expect([screen.queryByLabelText('Expiration date'), screen.queryByText(/^Until /)]).toEqual([null, null])
      await press(kind === 'token-bid' ? 'Place Bid' : 'Place Collection Bid')
      await waitFor(() => expect(checked).toHaveLength(1), PATIENT)
      expect(checked[0]).toMatchObject({ isEndless: true, body: { marketplace: 'lasting' } })
    },
  )

  // @feature bid.expiry
  it('asks for a date again where bids expire, with the one that was chosen', async () => {
    const bodies: { expirationTime?: string; marketplace?: string }[] = []
    openTradeDialog(
      { kind: 'token-bid', token: TOKEN },
      { answers: { [BID]: (body) => bodies.push(body as (typeof bodies)[number]) && quoteOf() }, marketplaces: PLACES },
    )
    await user.type(await price(), '0.5')
    await user.click(screen.getByRole('button', { name: '1 day' }))
    const date = screen.getByLabelText<HTMLInputElement>('Expiration date').value
    await user.selectOptions(screen.getByLabelText('Marketplace'), 'lasting')
    await says(/^Bids on Lasting don’t expire/)
    await user.selectOptions(screen.getByLabelText('Marketplace'), 'own')
    expect((await screen.findByLabelText<HTMLInputElement>('Expiration date')).value).toBe(date)
    await waitFor(() => {
      expect(bodies.at(-1)).not.toHaveProperty('marketplace')
      expect(Number(bodies.at(-1)?.expirationTime) * 1000 - Date.now()).toBeLessThan(86_400_000)
    }, PATIENT)
  })

  // @feature bid.above-floor
  it('offers another action above the floor, and requires typing the price', async () => {
    openTradeDialog({ kind: 'bid-above-floor', token: TOKEN }, { answers: { [BID]: () => quoteOf() } })
    await says(/^Floor 1 APT/)
    await user.type(await price(), '1.5')
    const confirmation = await screen.findByLabelText('Type 1.5 to continue')
    expect((screen.getByRole('button', { name: 'Bid above floor' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(confirmation, '1.5')
    await press('Bid above floor')
    await says('Bid above floor Sucessful')
  })

  // @feature collection.look-alike
  describe.each([
    ['token-bid', 'Place Bid', { kind: 'token-bid', token: TOKEN }],
    [
      'collection-bid',
      'Place Collection Bid',
      { kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } },
    ],
    [
      'set-bid',
      'Place Trait Bid',
      { kind: 'set-bid', collection: { ...TOKEN, collectionImage: null }, condition: { rarityTop: 5 } },
    ],
  ] as const)('%s', (_, label, request) => {
    const collection = `/api/collection/${TOKEN.collectionId}`

    it('warns of a collection whose name looks like that of a larger one', async () => {
      const looksLike = { ...testingCollection(`0x${'7'.repeat(64)}`), collectionName: 'Stones', slug: 'the-stones' }
      const named = testingCollection(TOKEN.collectionId, { collectionName: '5tones', looksLike })
      openTradeDialog(request, { answers: { [collection]: () => named } })
      const note = await screen.findByRole('note', {}, PATIENT)
      expect(note.textContent).toContain('This name looks like Stones, a larger collection.')
    })

    it('says that the name could not be compared', async () => {
      openTradeDialog(request, {
        answers: {
          [collection]: () => {
            throw new ApiFailure(503, 'down')
          },
        },
      })
      await dialog(label)
      expect((await screen.findByRole('note', {}, PATIENT)).textContent).toMatch(/^Couldn’t check this name/)
    })
  })

  // @feature bid.reset
  it('clears price, expiry and error when it is closed', async () => {
    open()
    await user.type(await price(), '-1')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => openTrade({ kind: 'token-bid', token: TOKEN }))
    expect(((await price()) as HTMLInputElement).value).toBe('')
    expect(screen.queryByText('Value cannot be negative')).toBeNull()
  })
})
