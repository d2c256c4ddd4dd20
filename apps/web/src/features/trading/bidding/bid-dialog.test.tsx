import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openTrade } from '../../../app/commands.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BID, dialog, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

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
