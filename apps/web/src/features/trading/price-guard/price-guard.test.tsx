import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN, traitFloor } from '../testing/trade-harness.tsx'
import { ACCEPT, BUY, LIST, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'
import { ANOMALIES, type AnomalyCase, both, cheap, DETAILS, dear, priced } from './testing/price-anomaly-cases.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

/** Returns the text that describes an element; undefined without one. */
function describedBy(element: HTMLElement): string | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined
}

// @feature list.fat-finger, buy.fat-finger, accept.fat-finger, bid.fat-finger, trade.disabled-reason
it.each(ANOMALIES)('$what continues only after the price was typed again', async (anomaly) => {
  const { signAndSubmit } = openTradeDialog(anomaly.request, { answers: { ...DETAILS, ...anomaly.answers } })
  if (anomaly.price !== undefined) {
    const price = await screen.findByLabelText(/^(Price|Bid price)/, {}, PATIENT)
    await user.clear(price)
    await user.type(price, anomaly.price)
  }
  const guard = await screen.findByRole('group', { name: 'Confirm an unusual price' }, PATIENT)
  within(guard).getByText(anomaly.sentence)
  // The split is shown: only the confirmation is missing.
  await says('Gas')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: anomaly.button })
  expect(button.disabled).toBe(true)
  expect(describedBy(button)).toBe('Confirm the unusual price above to continue.')
  // In the footer, which does not scroll; with the focus, unless the price is just being typed.
  expect(guard.parentElement).toBe(button.parentElement)
  const field = within(guard).getByLabelText(`Type ${anomaly.phrase} to continue`)
  expect(document.activeElement === field).toBe(anomaly.price === undefined)
  await user.type(field, anomaly.phrase)
  expect(describedBy(button)).toBeUndefined()
  await press(anomaly.button)
  await says(anomaly.done)
  expect(signAndSubmit).toHaveBeenCalledTimes(1)
})

const UNCOMPARED = 'Couldn’t compare the price with the market.'

// @feature list.fat-finger, buy.fat-finger, accept.fat-finger, bid.fat-finger
it.each(
  ANOMALIES.flatMap((one) => [
    { ...one, isDown: true },
    { ...one, isDown: false },
  ]),
)(
  'says that a price is not compared only where it cannot be: $what, $isDown',
  async ({ request, answers, price, isDown, button }) => {
    const fail = () => {
      throw new ApiFailure(503, 'down')
    }
    const facts = [`nfts/${TOKEN.tokenDataId}`, `nfts/${OTHER_TOKEN.tokenDataId}`, TOKEN.collectionId]
    const down = Object.fromEntries(facts.map((path) => [`/api/collection/${path}`, fail]))
    openTradeDialog(request, { answers: { ...DETAILS, ...answers, ...(isDown && down) } })
    if (price !== undefined) {
      const field = await screen.findByLabelText(/^(Price|Bid price)/, {}, PATIENT)
      await user.clear(field)
      await user.type(field, price)
    }
    if (isDown) await says(UNCOMPARED)
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: button }, PATIENT)
    await waitFor(() => expect(confirm.disabled).toBe(!isDown), PATIENT)
    expect(screen.queryAllByText(UNCOMPARED)).toHaveLength(isDown ? 1 : 0)
  },
)

// @feature list.fat-finger, list.many
it('asks once for many listings, and again after one of their prices changed', async () => {
  openTradeDialog({ kind: 'list', tokens: both }, { answers: { ...DETAILS, [LIST]: () => quoteOf() } })
  const table = await screen.findByRole('table', { name: 'New prices' }, PATIENT)
  const [first, second] = within(table).getAllByRole('textbox')
  await user.type(first as HTMLElement, '0.4')
  await user.type(second as HTMLElement, '0.3')
  // The worst is said first, and typed.
  await says(`Stone #10 at 0.3 APT is at most half of the trait floor (2 APT). ${cheap}`)
  await user.type(screen.getByLabelText('Type 0.3 to continue'), '0.3')
  await user.type(second as HTMLElement, '1')
  await says(`Stone #10 at 0.31 APT is at most half of the trait floor (2 APT). ${cheap}`)
  expect(screen.getByLabelText<HTMLInputElement>('Type 0.31 to continue').value).toBe('')
})

// @feature buy.fat-finger
it('asks for no confirmation of a price that the balance does not cover, until it does', async () => {
  let isCovered = false
  const reason = { code: 'insufficient-balance' as const, sentence: 'Not enough APT in your wallet.' }
  const quote = priced('1100000000')
  const answers = {
    [BUY]: () => (isCovered ? quote() : { ...quote(), payload: null, reason }),
    ...traitFloor('200000000'),
  }
  const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [dear] }, { answers })
  const field = () => screen.queryByRole('group', { name: 'Confirm an unusual price' })
  await says(/^Not enough APT in your wallet\./)
  // The price was compared.
  await says(/over floor/)
  expect(field()).toBeNull()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm purchase' })
  expect(describedBy(button)).toMatch(/^Not enough APT/)
  isCovered = true
  await press('Refresh quote')
  await user.type(await screen.findByLabelText('Type 11 to continue', {}, PATIENT), '11')
  await press('Confirm purchase')
  await says('Buying successful')
  expect(signAndSubmit).toHaveBeenCalledTimes(1)
})

// @feature accept.fat-finger, bid.fat-finger
it.each<Pick<AnomalyCase, 'what' | 'request' | 'answers' | 'button'>>([
  {
    what: 'a bid near the floor',
    request: { kind: 'accept-bid', tokens: [TOKEN] },
    answers: { [ACCEPT]: priced('60000000') },
    button: 'Accept bid',
  },
  {
    what: 'a usual price',
    request: { kind: 'buy', tokens: [TOKEN] },
    answers: { [BUY]: () => quoteOf() },
    button: 'Confirm purchase',
  },
])('asks for no confirmation of $what', async ({ request, answers, button }) => {
  const { signAndSubmit } = openTradeDialog(request, { answers: { ...DETAILS, ...answers } })
  await press(button)
  await screen.findByText(/successful|accepted/, {}, PATIENT)
  expect(signAndSubmit).toHaveBeenCalledTimes(1)
})
