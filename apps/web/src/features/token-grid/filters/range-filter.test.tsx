// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { DEFAULT_ITEMS_VIEW } from '../items-view.ts'
import { ItemFilters } from './item-filters.tsx'
import { RangeFilter, type RangeFilterProps } from './range-filter.tsx'

afterEach(cleanup)

function Ranges({ onApply }: Pick<RangeFilterProps<number>, 'onApply'>) {
  const [range, setRange] = useState<{ min: number | null; max: number | null }>({ min: null, max: 7 })
  return (
    <>
      <RangeFilter
        title="Price"
        noun="price"
        {...range}
        parse={(text) => (/^\d+$/.test(text) ? Number(text) : null)}
        write={String}
        advice={() => 'Digits'}
        onApply={(min, max) => {
          onApply(min, max)
          setRange({ min, max })
        }}
      />
      <button type="button">Show items</button>
      <button type="button" onClick={() => setRange({ min: 2, max: null })}>
        Change from outside
      </button>
    </>
  )
}

function renderRange() {
  const onApply = vi.fn<RangeFilterProps<number>['onApply']>()
  renderSite(<Ranges onApply={onApply} />, {})
  return onApply
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const COLLECTION = { collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }

function Filters() {
  const [view, setView] = useState(DEFAULT_ITEMS_VIEW)
  return <ItemFilters collection={COLLECTION} supply={10} view={view} onViewChange={setView} />
}

it.each(['price', 'rank'])('keeps the focus where it is when a range is applied: %s', async (noun) => {
  renderSite(<Filters />, {})
  await userEvent.type(field(`Lowest ${noun}`), '3{Enter}')
  expect(document.activeElement).toBe(field(`Lowest ${noun}`))
  await userEvent.type(field(`Lowest ${noun}`), '{Backspace}4')
  await userEvent.click(screen.getByRole('button', { name: `Apply ${noun} range` }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: `Apply ${noun} range` }))
})

it('shows a range that is changed from outside in place of what was typed', async () => {
  renderRange()
  await userEvent.type(field('Lowest price'), '9')
  await userEvent.click(screen.getByRole('button', { name: 'Change from outside' }))
  expect([field('Lowest price').value, field('Highest price').value]).toEqual(['2', ''])
})

// @feature items.price-range
it('keeps a bound that is typed while the other is applied', async () => {
  const apply = vi.fn()
  const parse = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
  const range = { title: 'Price', noun: 'price', parse, write: String, advice: () => 'Digits', onApply: apply }
  const { rerender } = render(<RangeFilter {...range} min={null} max={null} />)
  await userEvent.type(field('Lowest price'), '3{Enter}')
  await userEvent.type(field('Highest price'), '12')
  expect(apply.mock.calls[0]?.[0]).toBe(3)
  rerender(<RangeFilter {...range} min={3} max={null} />)
  expect([field('Lowest price').value, field('Highest price').value]).toEqual(['3', '12'])
})

// @feature items.price-range
it.each([
  ['100000000', null],
  ['100000000.00000001', 'Enter a smaller amount'],
  ['1,500', 'Write thousands without a comma: 1500'],
  ['-1', 'Value cannot be negative'],
])('says of a price of %s what is wrong with it: %s', async (text, advice) => {
  renderSite(<Filters />, {})
  await userEvent.type(field('Lowest price'), text)
  const { form } = field('Lowest price')
  expect(form?.querySelector('[role=alert]')?.textContent ?? null).toBe(advice)
})

const LEAVE = {
  Enter: () => userEvent.keyboard('{Enter}'),
  'the Apply button': () => userEvent.click(screen.getByRole('button', { name: 'Apply price range' })),
  'a press elsewhere': () => userEvent.click(screen.getByRole('button', { name: 'Show items' })),
}

it.each(Object.entries(LEAVE))('applies what was typed by %s', async (_name, leave) => {
  const onApply = renderRange()
  await userEvent.type(screen.getByLabelText('Lowest price'), '3')
  expect(onApply).not.toHaveBeenCalled()
  await leave()
  expect(onApply.mock.lastCall).toEqual([3, 7])
})

it.each(['x', '9', ''])('leaves the range as it is after %j was typed and the fields were left', async (text) => {
  const onApply = renderRange()
  if (text !== '') await userEvent.type(screen.getByLabelText('Lowest price'), text)
  else await userEvent.click(screen.getByLabelText('Lowest price'))
  await userEvent.click(screen.getByLabelText('Highest price'))
  await userEvent.click(screen.getByRole('button', { name: 'Show items' }))
  expect(onApply).not.toHaveBeenCalled()
})
