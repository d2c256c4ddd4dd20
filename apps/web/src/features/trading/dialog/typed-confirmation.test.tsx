// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { createRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

afterEach(cleanup)

// @feature list.fat-finger
it('takes a price with and without commas, and no other number of the same digits', () => {
  fc.assert(
    fc.property(fc.bigInt(100_000_000_000n, 99_999_999_999_999_999n), (octas) => {
      const [phrase, written] = [false, true].map((group) => formatUnits(octas, APT_DECIMALS, { group }))
      const onChange = vi.fn()
      render(
        <TypedConfirmation
          phrase={phrase ?? ''}
          written={written ?? ''}
          input={createRef<HTMLInputElement>()}
          onChange={onChange}
        >
          Far above.
        </TypedConfirmation>,
      )
      const moved = `${phrase?.slice(0, 1)},${phrase?.slice(1)}`
      const typed = [
        phrase,
        ` ${written} `,
        ...(moved === written ? [] : [moved]),
        phrase?.replace('.', ',').slice(0, -1),
      ]
      const taken = typed.map((value) => {
        fireEvent.change(screen.getByLabelText(`Type ${written} to continue`), { target: { value } })
        return onChange.mock.lastCall?.[0]
      })
      expect(taken).toEqual([true, true, ...typed.slice(2).map(() => false)])
      cleanup()
    }),
    { numRuns: 20, examples: [[12_345_678_912_345_678n], [100_000_000_000n]] },
  )
})

// @feature list.fat-finger
it.each([1, 60, 400])('brings into view that something else was typed, where its box is %d px too low', (more) => {
  render(
    <TypedConfirmation phrase="1000" written="1,000" input={createRef<HTMLInputElement>()} onChange={() => {}}>
      Far above.
    </TypedConfirmation>,
  )
  const box = screen.getByRole('group')
  Object.defineProperty(box, 'scrollHeight', { value: 100 + more })
  const field = screen.getByLabelText('Type 1,000 to continue')
  fireEvent.change(field, { target: { value: '99' } })
  expect(box.scrollTop).toBe(0)
  fireEvent.keyDown(field, { key: 'Enter' })
  screen.getByText('This isn’t 1,000.')
  expect(box.scrollTop).toBe(100 + more)
})
