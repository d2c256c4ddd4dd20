import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SWEEP_REQUEST } from '../testing/every-request.ts'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { ACCEPT, isOff, PATIENT, press, resetTradeHarness, SWEEP, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)
afterEach(() => vi.restoreAllMocks())

/** The royalty takes a third of the bid by now. */
const TAXED = quoteOf({ receivedOctas: '65000000' }, { items: [itemOf({ sellerOctas: '65000000' })] })
const SWEPT = { ...quoteOf({ priceOctas: '150000000' }, { items: [itemOf({ priceOctas: '150000000' })] }), curve: [] }

// @feature trade.live-quote
it.each([
  [
    'brings less',
    { kind: 'accept-bid', tokens: [TOKEN], shownOctas: '93500000' } as const,
    { [ACCEPT]: () => TAXED },
    'Accept bid',
    'What you receive fell from 0.935 to 0.65 APT. Review the details before you confirm.',
  ],
  [
    'costs more',
    { ...SWEEP_REQUEST, shownOctas: '100000000' },
    { [SWEEP]: () => SWEPT },
    'Confirm purchase',
    'What you pay rose from 1 to 1.5 APT. Review the details before you confirm.',
  ],
])(
  'that %s than the page showed says so, and takes no press that was meant for that',
  async (_, request, answers, name, said) => {
    // The clock of presses is stopped, so that a slow machine makes none of them late.
    const start = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
    const { signAndSubmit } = openTradeDialog(request, { answers })
    await says(said)
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    await user.click(button)
    // A press that is taken disables the button.
    expect(button.textContent).toBe(name)
    clock.mockReturnValue(start + 600)
    await press(name)
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
  },
)

// @feature trade.live-quote
it('of another choice is compared with nothing that was shown', async () => {
  const one = itemOf({ sellerOctas: '93500000' })
  const answers = {
    [ACCEPT]: (asked: unknown) => {
      const isBoth = JSON.stringify(asked).includes(OTHER_TOKEN.tokenDataId)
      const { tokenDataId, name } = OTHER_TOKEN
      return quoteOf({}, { items: isBoth ? [one, itemOf({ tokenDataId, name })] : [one] })
    },
  }
  openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN], shownOctas: '187000000' }, { answers })
  await user.click(await screen.findByRole('checkbox', { name: 'Sell Stone #10' }, PATIENT))
  const button = await screen.findByRole('button', { name: 'Accept bid' }, PATIENT)
  await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
  expect(screen.queryByText(/^What you receive/)).toBeNull()
})
