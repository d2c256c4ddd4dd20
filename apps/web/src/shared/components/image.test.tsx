import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { failedImages, retryFailedImages } from '../hooks/failed-images.ts'
import { ResponsiveImage } from './image.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  retryFailedImages()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the source that the image's URL encodes. */
function source(container: HTMLElement): string | null {
  const src = container.querySelector('img')?.getAttribute('src')
  return src == null ? null : new URL(src).searchParams.get('src')
}

// @feature image.fallback, image.states
it('shows the first letter when it fails, and loads again when images are available again', () => {
  // Not loaded before it is requested.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const image = <ResponsiveImage src="ipfs://own" fallback="ipfs://collection" alt="stone" width={32} />
  const { container } = renderSite(image, {})
  const state = () => container.querySelector('[data-state]')?.getAttribute('data-state')
  expect([state(), source(container)]).toEqual(['loading', 'ipfs://own'])
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect([state(), source(container)]).toEqual(['letter', null])
  expect(screen.getByRole('img', { name: 'stone' }).textContent).toBe('S')
  expect(failedImages.get()).toHaveLength(1)

  act(retryFailedImages)
  expect([state(), source(container)]).toEqual(['loading', 'ipfs://own'])
  fireEvent.load(container.querySelector('img') as HTMLImageElement)
  expect(state()).toBe('shown')
  expect(failedImages.get()).toEqual([])
})

// @feature image.fallback
it('shows the fallback only without a source of its own', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container } = renderSite(
    <ResponsiveImage src={null} fallback="ipfs://collection" alt="stone" width={32} />,
    {},
  )
  expect(source(container)).toBe('ipfs://collection')
})
