// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { RangeFilter } from './range-filter.tsx'

afterEach(cleanup)

function renderRange() {
  const onApply = vi.fn()
  const parse = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
  renderSite(
    <>
      <RangeFilter
        title="Price"
        noun="price"
        min={null}
        max={7}
        write={String}
        advice={() => 'Digits'}
        {...{ parse, onApply }}
      />
      <button type="button">Show items</button>
    </>,
    {},
  )
  return onApply
}

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
