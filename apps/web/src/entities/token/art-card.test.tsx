import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import { ArtCard } from './art-card.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const token = testingItem('0x7', { name: 'Moth #7', rarity: 12, image: 'ipfs://moth' })

it('opens the token dialog and keeps the other parameters of the address', async () => {
  const { router } = renderSite(
    <ArtCard token={token} supply={100} index={0} name="#7" trailing="×2">
      12 APT
    </ArtCard>,
    {},
  )
  const link = screen.getByRole('link', { name: '#7' })
  expect(link.title).toBe('Moth #7')
  await act(() => router.navigate('/collection/moths?sort=rarity'))
  expect(screen.getByRole('link', { name: '#7' }).getAttribute('href')).toBe(
    `/collection/moths?sort=rarity&collectionId=${token.collectionId}&tokenDataId=0x7`,
  )
})

// @feature table.eager-images
it.each([
  [19, 'eager'],
  [20, 'lazy'],
])('asks for the image of the card at place %i: %s', (index, loading) => {
  // Not loaded before it is requested.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container } = renderSite(
    <ArtCard token={token} supply={100} index={index} name="#7" trailing={null}>
      12 APT
    </ArtCard>,
    {},
  )
  expect(container.querySelector('img')?.getAttribute('loading')).toBe(loading)
})

it('has a third line only where `below` is given', () => {
  const lines = (below?: string) => {
    const card = (
      <ArtCard token={token} supply={100} index={0} name="#7" trailing={null} {...(below !== undefined && { below })}>
        12 APT
      </ArtCard>
    )
    const { container, unmount } = renderSite(card, {})
    const lines = container.querySelector('[data-lines]')?.getAttribute('data-lines') ?? '2'
    unmount()
    return lines
  }
  expect([lines(), lines('Moth Archive')]).toEqual(['2', '3'])
})

// @feature rarity.tooltip
it('shows how rare a rank is on hover, and opens the token on a click', async () => {
  const card = (
    <ArtCard token={token} supply={100} index={0} name="#7" trailing={null}>
      12 APT
    </ArtCard>
  )
  const { router } = renderSite(card, {})
  fireEvent.click(screen.getByTitle('Rarity rank 12, TOP 12%'))
  await waitFor(() => expect(router.state.location.search).toContain('tokenDataId=0x7'))
})

// @feature format.names
it('cuts a name at its end, in whichever direction it is written', () => {
  renderSite(
    <ArtCard token={token} supply={100} index={0} name="מלך הצללים הארוך" trailing={null}>
      12 APT
    </ArtCard>,
    {},
  )
  expect(screen.getByRole('link', { name: 'מלך הצללים הארוך' }).getAttribute('dir')).toBe('auto')
})
