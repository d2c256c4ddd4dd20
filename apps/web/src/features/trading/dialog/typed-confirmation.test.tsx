// @vitest-environment happy-dom
import { formatUnits } from '@opal/domain/text/decimal'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { usePriceGuard } from '../price-guard/price-guard.tsx'

afterEach(cleanup)

function Guarded({ octas }: { octas: bigint }) {
  const { isHeld, field } = usePriceGuard([{ name: 'Stone', octas, sentence: 'Far above.' }])
  return (
    <>
      {field}
      <output>{isHeld ? 'held' : 'free'}</output>
    </>
  )
}

// @feature list.fat-finger
it('takes a price with and without commas, and no other number of the same digits', () => {
  fc.assert(
    fc.property(fc.bigInt(100_000_000_000n, 99_999_999_999_999_999n), (octas) => {
      const phrase = formatUnits(octas, APT_DECIMALS)
      const written = formatUnits(octas, APT_DECIMALS, { group: true })
      render(<Guarded octas={octas} />)
      const moved = `${phrase.slice(0, 1)},${phrase.slice(1)}`
      const typed = [
        phrase,
        ` ${written} `,
        ...(moved === written ? [] : [moved]),
        phrase.replace('.', ',').slice(0, -1),
      ]
      const states = typed.map((value) => {
        fireEvent.change(screen.getByLabelText(`Type ${written} to continue`), { target: { value } })
        return screen.getByRole('status').textContent
      })
      expect(states).toEqual(['free', 'free', ...typed.slice(2).map(() => 'held')])
      cleanup()
    }),
    { numRuns: 20, examples: [[12_345_678_912_345_678n], [100_000_000_000n]] },
  )
})

// @feature list.fat-finger
it('takes a price with a decimal comma, or pasted with what no one sees, and no other price', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 99_999_999_999n), fc.bigInt(-3n, 3n), (octas, more) => {
      const [phrase, written, other] = [
        formatUnits(octas, APT_DECIMALS),
        formatUnits(octas, APT_DECIMALS, { group: true }),
        formatUnits(octas + more, APT_DECIMALS),
      ]
      render(<Guarded octas={octas} />)
      // A comma before three digits could stand between thousands.
      const isTwofold = /^[1-9]\d{0,2}\.\d{3}$/.test(phrase)
      const typed = [phrase.replace('.', ','), `\u200b${phrase}\u2060 `, other]
      const states = typed.map((value) => {
        fireEvent.change(screen.getByLabelText(`Type ${written} to continue`), { target: { value } })
        return screen.getByRole('status').textContent
      })
      expect(states).toEqual([!isTwofold, true, more === 0n].map((isTaken) => (isTaken ? 'free' : 'held')))
      cleanup()
    }),
    {
      numRuns: 30,
      examples: [
        [150_000_000n, 1n],
        [150_100_000n, 0n],
        [1n, 0n],
      ],
    },
  )
})

// @feature list.fat-finger
it.each([1, 60, 400])('brings into view that something else was typed, where its box is %d px too low', (more) => {
  render(<Guarded octas={100_000_000_000n} />)
  const box = screen.getByRole('group')
  Object.defineProperty(box, 'scrollHeight', { value: 100 + more })
  const field = screen.getByLabelText('Type 1,000 to continue')
  fireEvent.change(field, { target: { value: '99' } })
  expect(box.scrollTop).toBe(0)
  fireEvent.keyDown(field, { key: 'Enter' })
  screen.getByText('This isn’t 1,000.')
  expect(box.scrollTop).toBe(100 + more)
})
