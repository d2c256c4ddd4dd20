import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletRejectedError } from '../../../entities/wallet/wallet-session.ts'
import { latestRate } from '../../../shared/format/apt-rate.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { itemOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { ACCEPT, isOff, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)
afterEach(() => vi.restoreAllMocks())
afterEach(() => latestRate.set(latestRate.initial))

const request = { kind: 'accept-bid', tokens: [TOKEN] } as const
const confirmButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Accept bid' })
const isReady = () => waitFor(() => expect(isOff(confirmButton())).toBe(false), PATIENT)
const saleFor = (priceOctas: string) => quoteOf({ priceOctas }, { items: [itemOf({ priceOctas })] })

/** Stops the clock of presses, so that a slow machine makes none of them late. @returns a function that advances it. */
function stopClock(): (ms: number) => void {
  // Whole milliseconds: adding to a fraction may round down, and 600 ms later would be a little less than 600 ms later.
  const start = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  return (ms) => void clock.mockReturnValue(start + ms)
}

let messages = 0
/** Delivers a live message about the bids of the token's collection. */
function changeBids(): void {
  messages += 1
  const about = { id: `bids ${messages}`, collectionId: TOKEN.collectionId, version: '1', at: '1' }
  deliverLive({ kind: 'bid_change', ...about, new: '1', old: null })
}

// @feature trade.live-quote
describe('a quote that follows the market', () => {
  it('says how the best bid moved, and takes no press that was meant for the bid before', async () => {
    const quote = vi.fn(() => saleFor('520000000'))
    const { signAndSubmit } = openTradeDialog(request, { answers: { [ACCEPT]: quote } })
    await isReady()
    const advance = stopClock()
    quote.mockReturnValue(saleFor('500000000'))
    changeBids()
    await says('The best bid fell from 5.2 to 5 APT. Review the details before you confirm.')
    const quotes = quote.mock.calls.length
    await user.click(confirmButton())
    // A press that is taken disables the button and asks for another quote.
    expect(confirmButton().textContent).toBe('Accept bid')
    expect(quote).toHaveBeenCalledTimes(quotes)
    advance(600)
    await press('Accept bid')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
  })

  it('says that a sale is possible again, and takes no press that was meant for the quote before', async () => {
    const reason = { code: 'offer-gone', sentence: 'This bid was already accepted or canceled.' }
    const quote = vi.fn(() => quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] }))
    openTradeDialog(request, { answers: { [ACCEPT]: quote } })
    await says(reason.sentence)
    stopClock()
    // A price that needs no confirmation of its own.
    quote.mockReturnValue(saleFor('95000000'))
    changeBids()
    await says('This can be traded again. Review the details before you confirm.')
    const quotes = quote.mock.calls.length
    expect(confirmButton().disabled).toBe(false)
    await user.click(confirmButton())
    expect(confirmButton().textContent).toBe('Accept bid')
    expect(quote).toHaveBeenCalledTimes(quotes)
  })

  it.each([
    ['has the focus', true],
    ['does not have the focus', false],
  ])('leaves the focus where it is when nothing can be confirmed: the button %s', async (_, isFocused) => {
    const quote = vi.fn(() => saleFor('95000000'))
    const { signAndSubmit } = openTradeDialog(request, { answers: { [ACCEPT]: quote } })
    await isReady()
    if (isFocused) confirmButton().focus()
    const reason = { code: 'offer-gone', sentence: 'This bid was already accepted or canceled.' }
    quote.mockReturnValue(quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] }))
    changeBids()
    await says(reason.sentence)
    await waitFor(() => expect(confirmButton().getAttribute('aria-disabled')).toBe('true'))
    expect(confirmButton().disabled).toBe(!isFocused)
    await user.click(confirmButton())
    await user.tab()
    await waitFor(() => expect(confirmButton().disabled).toBe(true))
    expect(signAndSubmit).not.toHaveBeenCalled()
  })

  it('stays while the price of APT moves', async () => {
    const quote = vi.fn(() => saleFor('95000000'))
    openTradeDialog(request, { answers: { [ACCEPT]: quote } })
    await isReady()
    const quotes = quote.mock.calls.length
    for (const cents of [842n, 843n, null]) {
      act(() => latestRate.set({ cents, ageSeconds: 1 }))
      expect(screen.queryByRole('status', { name: 'Getting your quote' })).toBeNull()
      expect(isOff(confirmButton())).toBe(false)
    }
    await act(() => new Promise((done) => setTimeout(done, 400)))
    expect(quote).toHaveBeenCalledTimes(quotes)
  })

  it('is requested as a refresh, which no user waits for', async () => {
    const quote = vi.fn((_: unknown, url: URL) => saleFor(url.searchParams.has('refresh') ? '500000000' : '520000000'))
    openTradeDialog(request, { answers: { [ACCEPT]: quote } })
    await isReady()
    expect(quote.mock.calls.map(([, url]) => url.search)).toEqual([''])
    changeBids()
    await says('The best bid fell from 5.2 to 5 APT. Review the details before you confirm.')
    expect(quote.mock.calls.map(([, url]) => url.search)).toEqual(['', '?refresh=true'])
  })

  it('ignores a refreshed quote that arrives after the confirmation', async () => {
    const late = Promise.withResolvers<ReturnType<typeof quoteOf>>()
    const declined = Promise.withResolvers<string>()
    const quote = vi.fn<() => unknown>(() => saleFor('520000000'))
    const sign = vi.fn(() => declined.promise)
    openTradeDialog(request, { answers: { [ACCEPT]: quote }, sign })
    await isReady()
    quote.mockReturnValueOnce(late.promise)
    changeBids()
    await waitFor(() => expect(quote).toHaveBeenCalledTimes(2))
    await press('Accept bid')
    await waitFor(() => expect(sign).toHaveBeenCalledTimes(1), PATIENT)
    late.resolve(saleFor('500000000'))
    declined.reject(new WalletRejectedError('User rejected'))
    await says('You declined in your wallet. Nothing was sent and nothing was moved.')
    await press('Accept bid')
    await waitFor(() => expect(sign).toHaveBeenCalledTimes(2))
  })

  it('confirms although a refresh falls between the confirmation and its rendering', async () => {
    const { signAndSubmit } = openTradeDialog(request, { answers: { [ACCEPT]: () => saleFor('95000000') } })
    await isReady()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    changeBids()
    act(() => {
      confirmButton().click()
      vi.advanceTimersByTime(200)
    })
    vi.useRealTimers()
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
  })
})
