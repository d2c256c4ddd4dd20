// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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
        {...{ title: 'Rarity rank', noun: 'rank', min: null, max: null, write: String, onApply }}
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

// @feature items.filter-sheet
it('is closed by the key that opens it, which works in it too', async () => {
  await openSheet()
  const action = siteActions.get().find(({ keys }) => keys === 'f')
  expect(action?.inDialog).toBe(true)
  act(() => action?.run())
  await isClosed()
  expect(siteActions.get().find(({ keys }) => keys === 'f')?.inDialog).toBeUndefined()
})
