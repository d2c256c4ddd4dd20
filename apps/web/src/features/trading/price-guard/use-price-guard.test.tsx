import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { offerAnomalies } from '../bidding/offer-price-anomalies.ts'
import { OTHER_TOKEN, TOKEN } from '../testing/trade-harness.tsx'
import { user } from '../testing/user-driver.ts'
import { usePriceGuard } from './price-guard.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

function Guarded({ anomalies, isShown = true }: { anomalies: readonly NamedAnomaly[]; isShown?: boolean }) {
  const { isHeld, field } = usePriceGuard(anomalies)
  return (
    <>
      {isShown && field}
      <output>{isHeld ? 'held' : 'free'}</output>
    </>
  )
}

// @feature accept.fat-finger
it('asks again where another item of the same name takes its place at the same price', async () => {
  const sold = { name: 'Stone', octas: 50_000_000n, sentence: 'Stone would sell for 0.5 APT.' }
  const { rerender } = render(<Guarded anomalies={[{ ...sold, tokenDataId: TOKEN.tokenDataId }]} />)
  const state = () => screen.getByText(/^(?:held|free)$/).textContent
  await user.type(screen.getByLabelText('Type 0.5 to continue'), '0.5')
  expect(state()).toBe('free')
  // The same, where only the reference has moved.
  rerender(<Guarded anomalies={[{ ...sold, tokenDataId: TOKEN.tokenDataId, sentence: 'Far below the floor.' }]} />)
  expect(state()).toBe('free')
  rerender(<Guarded anomalies={[{ ...sold, tokenDataId: OTHER_TOKEN.tokenDataId }]} />)
  expect(state()).toBe('held')
  expect(screen.getByLabelText<HTMLInputElement>('Type 0.5 to continue').value).toBe('')
})

// @feature buy.fat-finger
it('keeps what was typed while its field is not shown', async () => {
  const anomalies = [{ name: 'Stone', octas: 1_200_000_000n, sentence: 'Stone costs 12 APT.' }]
  const { rerender } = render(<Guarded anomalies={anomalies} />)
  await user.type(screen.getByLabelText('Type 12 to continue'), '1')
  rerender(<Guarded anomalies={anomalies} isShown={false} />)
  rerender(<Guarded anomalies={anomalies} />)
  const field = screen.getByLabelText<HTMLInputElement>('Type 12 to continue')
  expect(field.value).toBe('1')
  await user.type(field, '2')
  screen.getByText('free')
})

// @feature accept.fat-finger, list.fat-finger, buy.fat-finger
it('takes, of several, the price by which most may be lost, and says it first', () => {
  const unusual = fc.record({ octas: fc.bigInt(1n, 99n), lossOctas: fc.bigInt(0n, 9n) })
  fc.assert(
    fc.property(fc.uniqueArray(unusual, { selector: ({ octas }) => octas, minLength: 1, maxLength: 5 }), (some) => {
      const inApt = (octas: bigint) => `${octas} APT.`
      const anomalies = some.map(({ octas, lossOctas }) => {
        return { name: `Stone ${octas}`, octas: octas * 100_000_000n, lossOctas, sentence: inApt(octas) }
      })
      const worst = some.reduce((most, one) => (one.lossOctas > most.lossOctas ? one : most))
      render(<Guarded anomalies={anomalies} />)
      const said = screen.getByText((text) => text.includes('APT.')).textContent ?? ''
      expect(said.startsWith(inApt(worst.octas))).toBe(true)
      expect(said.split('. ')).toHaveLength(some.length)
      const field = screen.getByLabelText(`Type ${worst.octas} to continue`)
      for (const { octas } of some) {
        fireEvent.change(field, { target: { value: String(octas) } })
        expect(screen.getByText(/^(?:held|free)$/).textContent).toBe(octas === worst.octas ? 'free' : 'held')
      }
      cleanup()
    }),
  )
})

// @feature accept.fat-finger
it('keeps what was typed where the references of the others move', async () => {
  const one = { name: 'Stone', octas: 50_000_000n, lossOctas: 9n, sentence: 'Stone would sell for 0.5 APT.' }
  const others = [1n, 2n].map((octas) => ({ name: `Pebble ${octas}`, octas, lossOctas: octas, sentence: 'Far below.' }))
  const { rerender } = render(<Guarded anomalies={[...others, one]} />)
  await user.type(screen.getByLabelText('Type 0.5 to continue'), '0.5')
  rerender(<Guarded anomalies={[...others.map((other) => ({ ...other, lossOctas: 5n - other.octas })), one]} />)
  screen.getByText('free')
  rerender(<Guarded anomalies={[...others.map((other) => ({ ...other, lossOctas: 10n })), one]} />)
  screen.getByText('held')
})

// @feature list.fat-finger, accept.fat-finger, buy.fat-finger
it('asks again where more than twice as much may be lost as when the price was typed, and a tenth of it', () => {
  const loss = fc.bigInt(0n, 9n).map((part) => part * 1_000_000n)
  fc.assert(
    fc.property(loss, loss, (typed, now) => {
      const stone = (lossOctas: bigint) => [
        { name: 'Stone', octas: 50_000_000n, lossOctas, sentence: 'Stone at 0.5 APT is far from the floor.' },
      ]
      const { rerender } = render(<Guarded anomalies={stone(typed)} />)
      fireEvent.change(screen.getByLabelText('Type 0.5 to continue'), { target: { value: '0.5' } })
      screen.getByText('free')
      rerender(<Guarded anomalies={stone(now)} />)
      screen.getByText(now > typed * 2n && now > 5_000_000n ? 'held' : 'free')
      fireEvent.change(screen.getByLabelText('Type 0.5 to continue'), { target: { value: '0.50' } })
      screen.getByText('free')
      cleanup()
    }),
  )
})

// @feature bid.fat-finger
it('asks again for a bid of which far more may be lost: what was for sale next to it is gone, or something far cheaper is', () => {
  const bid = 1_000_000_000n
  const below = fc.bigInt(0n, 990n).map((part) => part * 1_000_000n)
  const isOwn = fc.boolean()
  const bidAt = (ask: bigint | null, own: boolean) => {
    const asked = ask === null ? null : String(ask)
    const ofWhom = { floor: own ? null : asked, ownAsk: own ? asked : null }
    return offerAnomalies('It', bid, { ...ofWhom, usualFloor: null, lastSale: '100000000', topBid: null })
  }
  fc.assert(
    fc.property(below, fc.option(below), isOwn, isOwn, (typed, now, wasOwn, own) => {
      const { rerender } = render(<Guarded anomalies={bidAt(bid - typed, wasOwn)} />)
      fireEvent.change(screen.getByLabelText('Type 10 to continue'), { target: { value: '10' } })
      screen.getByText('free')
      rerender(<Guarded anomalies={bidAt(now === null ? null : bid - now, own)} />)
      // Without anything for sale it is ten times the last sale.
      const lost = now ?? 900_000_000n
      screen.getByText(lost > typed * 2n && lost * 10n > bid ? 'held' : 'free')
      cleanup()
    }),
  )
})

// @feature bid.fat-finger
it('asks again for a bid that is for so many more items that more than twice as much may be lost', () => {
  const bid = 1_000_000_000n
  const below = fc.bigInt(1n, 990n).map((part) => part * 1_000_000n)
  const size = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(below, size, size, (loss, typed, now) => {
      const bidFor = (items: number) => {
        const references = { floor: String(bid - loss), usualFloor: null, lastSale: null, topBid: null }
        return offerAnomalies('It', bid, { ...references, size: items })
      }
      const { rerender } = render(<Guarded anomalies={bidFor(typed)} />)
      fireEvent.change(screen.getByLabelText('Type 10 to continue'), { target: { value: '10' } })
      screen.getByText('free')
      rerender(<Guarded anomalies={bidFor(now)} />)
      screen.getByText(now > typed * 2 && loss * 10n > bid ? 'held' : 'free')
      cleanup()
    }),
  )
})

// @feature list.fat-finger, list.terms
it('asks again where a price that was typed for one buyer is for another or for everyone, of any of several items', () => {
  const buyer = fc.constantFrom(null, 'alice', 'bob')
  const buyersOf = fc.tuple(buyer, buyer)
  fc.assert(
    fc.property(buyersOf, buyersOf, (typed, now) => {
      const stonesFor = (buyers: readonly (string | null)[]) =>
        buyers.map((reservedFor, at) => {
          return { name: `Stone ${at}`, octas: 50_000_000n, lossOctas: 50_000_000n, sentence: 'Half.', reservedFor }
        })
      const { rerender } = render(<Guarded anomalies={stonesFor(typed)} />)
      fireEvent.change(screen.getByLabelText('Type 0.5 to continue'), { target: { value: '0.5' } })
      screen.getByText('free')
      rerender(<Guarded anomalies={stonesFor(now)} />)
      screen.getByText(typed.some((one, at) => one !== null && one !== now[at]) ? 'held' : 'free')
      rerender(<Guarded anomalies={stonesFor(typed)} />)
      screen.getByText('free')
      cleanup()
    }),
    {
      examples: [
        [
          ['alice', 'bob'],
          ['alice', null],
        ],
        [
          ['alice', 'bob'],
          ['alice', 'alice'],
        ],
      ],
    },
  )
})
