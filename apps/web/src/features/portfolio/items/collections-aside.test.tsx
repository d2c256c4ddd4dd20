import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { CollectionsAside } from './collections-aside.tsx'

// @vitest-environment happy-dom
const ID = `0x${'c'.repeat(64)}`
const HELD = {
  collectionId: ID,
  name: 'Stones',
  image: null,
  isVerified: false,
  slug: 'stones',
  tokenStandard: 'v2',
  floorPrice: '100000000',
  topBid: null,
  listed: '1',
  ownFloor: null,
  floorVersion: null,
  value: '300000000',
  tokenCount: '3',
  isSpam: false,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature portfolio.collections
it('lists the held collections, toggles one, and filters them by the typed text', async () => {
  const [onChoose, onSearch] = [vi.fn(), vi.fn()]
  const answers = { [`/data/user/collections/${ME}`]: () => ({ data: [HELD], nextCursor: null }) }
  const aside = (chosen: string | null) =>
    renderSite(
      <CollectionsAside wallet={ME} chosen={chosen} search="" onChoose={onChoose} onSearch={onSearch} />,
      answers,
    )
  aside(null)
  fireEvent.click(await screen.findByRole('button', { name: /^Stones.*3 held, 1 listed/ }))
  expect(onChoose).toHaveBeenLastCalledWith(ID)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search collections held' }), { target: { value: 'sto' } })
  await expect.poll(() => onSearch.mock.lastCall).toEqual(['sto'])
  cleanup()
  aside(ID)
  fireEvent.click(await screen.findByRole('button', { name: /^Stones/, pressed: true }))
  expect(onChoose).toHaveBeenLastCalledWith(null)
})
