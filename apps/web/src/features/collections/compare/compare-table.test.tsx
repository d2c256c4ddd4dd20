// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { CompareTable } from './compare-table.tsx'

afterEach(cleanup)

// @feature landing.compare-failed
it('says of a compared collection that it is gone or could not be loaded, and asks again', async () => {
  const retry = vi.fn()
  const collection = testingCollection(`0x${'c'.repeat(64)}`, { collectionName: 'Stones', slug: 'stones' })
  const compared = [
    { slug: 'stones', collection, state: 'there', retry },
    { slug: 'lost', collection: null, state: 'failed', retry },
    { slug: 'never', collection: null, state: 'gone', retry },
  ] as const
  renderSite(<CompareTable compared={compared} onRemove={() => {}} />, {})
  const [there, failed, gone] = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(there).not.toMatch(/load|not found/)
  expect(failed).toContain('Couldn’t load this collection.')
  expect(gone).toContain('Collection not found.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
})
