// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { bookOf, COLLECTION, NO_FILTER, resetSweep, SWEEP } from '../../features/sweep/testing/sweep-fixtures.ts'
import { renderSite } from '../../testing/render-site.tsx'
import CollectionDock from './collection-dock.tsx'

afterEach(resetSweep)

const OTHER = { ...COLLECTION, collectionId: `0x${'5'.repeat(64)}`, collectionName: 'Pebbles' }

let open: (collection: typeof COLLECTION) => void
function CollectionPage() {
  const [collection, setCollection] = useState(COLLECTION)
  open = setCollection
  return <CollectionDock collection={collection} filter={NO_FILTER} />
}

// @feature buy.sweep
it('begins the sweep of another collection without the number and the limits of the one before', async () => {
  renderSite(<CollectionPage />, { [SWEEP]: () => bookOf([100_000_000n, 200_000_000n]) })
  const fields = () =>
    ['Sweep', 'Budget', 'Max price per item'].map((label) =>
      screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }),
    )
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Magic buy' })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('How many to sweep').max).toBe('2'))
  for (const [index, field] of fields().entries())
    fireEvent.change(field, { target: { value: ['2', '5', '5'][index] } })
  expect(button().disabled).toBe(false)
  act(() => open(OTHER))
  expect(fields().map(({ value }) => value)).toEqual(['0', '', ''])
  expect(button().disabled).toBe(true)
})
