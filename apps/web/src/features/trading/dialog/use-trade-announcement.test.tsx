// @vitest-environment happy-dom
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { WalletRejectedError } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { ACCEPT, BUY, DELIST, PATIENT, press, resetTradeHarness, user } from '../testing/user-driver.ts'

afterEach(resetTradeHarness)

interface Case {
  readonly request: TradeRequest
  readonly call: string
  readonly button: string
  readonly words: RegExp
}
const CASES: readonly Case[] = [
  {
    request: { kind: 'buy', tokens: [TOKEN] },
    call: BUY,
    button: 'Confirm purchase',
    words: /^Your quote is here\. Total with gas: [\d.]+ APT\.$/,
  },
  {
    request: { kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] },
    call: BUY,
    button: 'Confirm purchase',
    words: /^Your quote is here\. Total with gas: [\d.]+ APT\.$/,
  },
  {
    request: { kind: 'accept-bid', tokens: [TOKEN] },
    call: ACCEPT,
    button: 'Accept bid',
    words: /^Your quote is here\./,
  },
  { request: { kind: 'delist', tokens: [TOKEN] }, call: DELIST, button: 'Delist', words: /^Your quote is here\.$/ },
]
const QUOTE_ITEMS = { items: [itemOf({ priceOctas: '95000000' })] }
const QUOTE = quoteOf({ priceOctas: '95000000' }, QUOTE_ITEMS)

/** Records the announcements of live regions as a screen reader makes them: a region that is inserted together with its text is not announced. */
async function listen(): Promise<{ readonly said: readonly string[]; readonly listenToNew: () => void }> {
  const said: string[] = []
  const dialog = await screen.findByRole('dialog', {}, PATIENT)
  const heard = new Set<Element>()
  const listenToNew = () => {
    for (const region of within(dialog).getAllByRole('status')) {
      if (heard.has(region) || region.textContent !== '') continue
      heard.add(region)
      const note = () => region.textContent !== '' && said.push(region.textContent ?? '')
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true })
    }
  }
  listenToNew()
  return { said, listenToNew }
}

const settled = () => new Promise((done) => setTimeout(done, 50))

// @feature trade.quote-said
it.each(CASES)('announces the quote of $request.kind once, and that the wallet waits', async (one) => {
  const quote = Promise.withResolvers<TradeAnswer>()
  const declined = Promise.withResolvers<string>()
  const answer = vi.fn((): unknown => quote.promise)
  openTradeDialog(one.request, { answers: { [one.call]: answer }, sign: () => declined.promise })
  const { said, listenToNew } = await listen()
  await settled()
  expect(said).toEqual([])
  quote.resolve(QUOTE)
  await waitFor(() => expect(said).toEqual([expect.stringMatching(one.words)]), PATIENT)
  await press(one.button)
  await waitFor(() => expect(said.slice(1)).toEqual(['Confirm in your wallet.']), PATIENT)
  listenToNew()
  declined.reject(new WalletRejectedError('User rejected'))
  await waitFor(
    () => expect(said.slice(2)).toEqual(['You declined in your wallet. Nothing was sent and nothing was moved.']),
    PATIENT,
  )
})

// @feature trade.quote-said
it.each([0, 1, 3])(
  'says nothing of a quote that is refreshed %d times and stays as it is, nor of its gas',
  async (times) => {
    // Between two quotes there is a pause of seconds, the longer the longer a quote takes: on this clock it is over at once.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let gas = 1
    // A quote that arrived before `listen` would be announced unheard.
    const listening = Promise.withResolvers<void>()
    const answer = vi.fn(async () => {
      const gasOctas = String(gas++)
      await listening.promise
      return quoteOf({ priceOctas: '95000000', gasOctas, totalOctas: String(95_000_000 + gas) }, QUOTE_ITEMS)
    })
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: answer } })
    const { said } = await listen()
    listening.resolve()
    const arrivals = () => said.filter((words) => words.startsWith('Your quote is here.'))
    await waitFor(() => expect(arrivals()).toHaveLength(1), PATIENT)
    for (let at = 1; at <= times; at += 1) {
      vi.advanceTimersByTime(60_000)
      const about = { id: `words ${times} ${at}`, collectionId: TOKEN.collectionId, version: '1', at: '1' }
      deliverLive({ kind: 'bid_change', ...about, new: '1', old: null })
      await screen.findByTitle(`0.0000000${1 + at} APT`, {}, PATIENT)
      expect(answer).toHaveBeenCalledTimes(1 + at)
    }
    await settled()
    expect(arrivals()).toHaveLength(1)
  },
)

// @feature trade.quote-said
it.each([
  ['100000000', '89250039'],
  ['89250039', '134250054'],
  ['100000000', '100000000'],
])('leaves no words about %s octas once the quote comes to %s', async (before, after) => {
  const received = [before, after]
  const answer = vi.fn(() => quoteOf({ receivedOctas: received.shift() ?? after }, QUOTE_ITEMS))
  openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: answer } })
  const dialog = await screen.findByRole('dialog', {}, PATIENT)
  const words = () =>
    within(dialog)
      .getAllByRole('status')
      .filter((one) => /^Your quote is here/.test(one.textContent ?? ''))
  await waitFor(() => expect(words()).toHaveLength(1), PATIENT)
  const about = { id: `sum ${before} ${after}`, collectionId: TOKEN.collectionId, version: '1', at: '1' }
  deliverLive({ kind: 'bid_change', ...about, new: '1', old: null })
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2), PATIENT)
  await settled()
  await waitFor(() => expect(words()).toHaveLength(before === after ? 1 : 0), PATIENT)
})

// @feature trade.quote-said, trade.enter
it('says it in a single sentence where a press came too early', async () => {
  const quote = Promise.withResolvers<TradeAnswer>()
  openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quote.promise } })
  const { said } = await listen()
  await user.click(await screen.findByRole('button', { name: 'Delist' }, PATIENT))
  await waitFor(() => expect(said).toEqual(['Getting your quote. Press again once it’s here.']), PATIENT)
  quote.resolve(QUOTE)
  await waitFor(() => expect(said.slice(1)).toEqual(['Your quote is here. Check it, then press again.']), PATIENT)
})
