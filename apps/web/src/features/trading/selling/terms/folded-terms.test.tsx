// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { formatMinute } from '../../../../shared/format/time.ts'
import { renderSite } from '../../../../testing/render-site.tsx'
import { NO_TYPED_TERMS, readTerms, TermsFields, type TypedTerms } from './terms-fields.tsx'

afterEach(cleanup)

const FALLING = { ...NO_TYPED_TERMS, endPrice: '300', fallsUntil: '2126-12-05T10:00' }

/** The fields with one value after the other. */
function Changing({ values }: { values: readonly TypedTerms[] }) {
  const [at, setAt] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
      <TermsFields value={values[at] ?? NO_TYPED_TERMS} errors={{}} terms={undefined} onChange={() => {}} />
    </>
  )
}

it('offers whole minutes from the present one on', () => {
  vi.useFakeTimers({ now: new Date('2026-12-05T10:03:41'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  renderSite(<TermsFields value={NO_TYPED_TERMS} errors={{}} terms={undefined} onChange={() => {}} />, {})
  for (const label of ['Expires (optional)', 'Lowest price from']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).min).toBe('2026-12-05T10:03')
  }
})

// @feature list.edit-terms
it.each<[string, readonly TypedTerms[], boolean]>([
  ['none', [NO_TYPED_TERMS], false],
  ['some', [FALLING], true],
  ['some that come later', [NO_TYPED_TERMS, FALLING], true],
  ['some that are deleted', [FALLING, NO_TYPED_TERMS], true],
])('unfolds terms where there are any: %s', (_, values, isOpen) => {
  const { container } = renderSite(<Changing values={values} />, {})
  for (const _later of values.slice(1)) fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(container.querySelector('details')?.open).toBe(isOpen)
})

// @feature list.terms
it.each([
  ['0x123', 3],
  ['0x3f49ee7b', 8],
  [`0x${'a'.repeat(63)}`, 63],
])('refuses to reserve a listing for a shortened address in words: %s', (buyer, digits) => {
  renderSite(<Changing values={[{ ...NO_TYPED_TERMS, buyer }]} />, {})
  screen.getByText(`An address has 64 digits after 0x. This one has ${digits}.`)
  expect(
    readTerms({ ...NO_TYPED_TERMS, buyer }, { lowest: null, proceedsAt: () => null }, 0, null, '').errors,
  ).toHaveProperty('buyer')
})

// @feature list.terms
it('says with the time zone when a price begins to fall and when a listing ends, for any times', () => {
  const opened = Math.floor(Date.now() / 1_000)
  const minutes = fc.integer({ min: 1, max: 5_000_000 })
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const typedAt = (later: number) => {
    const local = new Date((opened + later * 60) * 1_000)
    return new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }
  const minute = (seconds: number) => `${formatMinute(`${seconds}000000`)} (${zone})`
  fc.assert(
    fc.property(minutes, minutes, (falls, ends) => {
      const typed = { ...NO_TYPED_TERMS, endPrice: '1', fallsUntil: typedAt(falls + 1), expires: typedAt(ends + 1) }
      const { terms } = readTerms(typed, { lowest: null, proceedsAt: () => null }, opened * 1_000, null, '')
      renderSite(<TermsFields value={typed} errors={{}} terms={terms} onChange={() => {}} />, {})
      const until = new Date(typed.fallsUntil).getTime() / 1_000
      const from = opened + Math.min(600, Math.floor((until - opened) / 2))
      screen.getByText(`Falls from ${minute(from)} until ${minute(until)}`)
      screen.getByText(`Until ${minute(new Date(typed.expires).getTime() / 1_000)}`)
      cleanup()
    }),
    { numRuns: 30 },
  )
})
