// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { siteActions } from '../../../shared/hooks/site-actions.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { FiltersButton } from './filters-button.tsx'
import { RangeFilter } from './range-filter.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PATIENT = { timeout: 30_000 }

/** Opens the filters as a sheet, with those of ranks. */
async function openSheet() {
  const onApply = vi.fn()
  renderSite(
    <FiltersButton count={0} total={12} inSheet>
      <RangeFilter
        title="Rarity rank"
        noun="rank"
        min={null}
        max={null}
        write={String}
        onApply={onApply}
        parse={(text) => (/^\d+$/.test(text) ? Number(text) : null)}
        advice={() => 'Digits'}
      />
    </FiltersButton>,
    {},
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await screen.findByRole('dialog', { name: 'Filters' }, PATIENT)
  return onApply
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)

// @feature items.filter-sheet
it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Show items' }))],
])('applies a typed rank when the sheet is closed by %s', async (_, close) => {
  const onApply = await openSheet()
  await userEvent.type(screen.getByLabelText('Highest rank'), '25')
  expect(onApply).not.toHaveBeenCalled()
  await close()
  await isClosed()
  expect(onApply.mock.calls).toEqual([[null, 25]])
})

// @feature items.filter-sheet
it('counts no items for what is typed and not applied', async () => {
  await openSheet()
  const button = () => screen.getByRole('button', { name: /^Show / }).textContent
  expect(button()).toBe('Show 12 items')
  await userEvent.type(screen.getByLabelText('Highest rank'), '25')
  expect(button()).toBe('Show items')
  // What is no rank changes nothing.
  await userEvent.type(screen.getByLabelText('Highest rank'), 'x')
  expect(button()).toBe('Show 12 items')
  await userEvent.clear(screen.getByLabelText('Highest rank'))
  expect(button()).toBe('Show 12 items')
})

// @feature items.filter-sheet, items.total-said
it('announces the number of items that fit while the sheet is open, however it changes', async () => {
  let show: (total: number | null) => void = () => {}
  function Filters() {
    const [total, setTotal] = useState<number | null>(12)
    show = setTotal
    return (
      <FiltersButton count={0} total={total} inSheet>
        <p>Traits</p>
      </FiltersButton>
    )
  }
  renderSite(<Filters />, {})
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }, PATIENT))
  // The same element from the start: a new one would not be read out.
  const status = sheet.getByRole('status')
  fc.assert(
    fc.property(fc.option(fc.nat(5_000)), (total) => {
      act(() => show(total))
      const counted = total === 10_001 ? '10,000+' : total?.toLocaleString('en')
      const words = total === null ? '' : `${counted} item${total === 1 ? '' : 's'}`
      expect(status.textContent).toBe(words)
      expect(sheet.getByRole('button', { name: /^Show/ }).textContent).toBe(`Show ${words === '' ? 'items' : words}`)
    }),
    { examples: [[0], [1], [null], [1_234], [10_000], [10_001]] },
  )
  expect(sheet.getByRole('status')).toBe(status)
})

// @feature items.filter-sheet
it('is closed by the key that opens it, which works in it too', async () => {
  await openSheet()
  const action = siteActions.get().find(({ keys }) => keys === 'f')
  expect(action?.inDialog).toBe(true)
  act(() => action?.run())
  await isClosed()
  expect(siteActions.get().find(({ keys }) => keys === 'f')?.inDialog).toBeUndefined()
})
