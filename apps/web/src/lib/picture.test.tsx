// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../testing/render-site.tsx'
import { lostPictures, tellPicturesAreBack } from './lost-pictures.ts'
import { Picture } from './picture.tsx'

afterEach(() => {
  cleanup()
  tellPicturesAreBack()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What is asked for now: the way, and the source that the address of the picture names. */
function source(container: HTMLElement): string | null {
  const src = container.querySelector('img')?.getAttribute('src')
  if (src == null) return null
  const { pathname, searchParams } = new URL(src)
  return `${pathname.replace('/media/', '')} ${searchParams.get('src')}`
}

// @feature picture.fallback, picture.states
it('tries what the service makes, then what its host has, and ends in the first letter; then both again when pictures are back', () => {
  // Nothing has come before it is asked for.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const picture = <Picture src="ipfs://own" fallback="ipfs://collection" alt="stone" width={32} />
  const { container } = renderSite(picture, {})
  const state = () => container.querySelector('[data-state]')?.getAttribute('data-state')
  const fail = () => fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect([state(), source(container)]).toEqual(['loading', 'image ipfs://own'])
  fail()
  expect([state(), source(container)]).toEqual(['loading', 'original ipfs://own'])
  fail()
  expect([state(), source(container)]).toEqual(['letter', null])
  expect(screen.getByRole('img', { name: 'stone' }).textContent).toBe('S')
  expect(lostPictures.get()).toHaveLength(1)

  act(tellPicturesAreBack)
  expect([state(), source(container)]).toEqual(['loading', 'image ipfs://own'])
  fireEvent.load(container.querySelector('img') as HTMLImageElement)
  expect(state()).toBe('shown')
  expect(lostPictures.get()).toEqual([])
})

// @feature picture.fallback
it('shows the picture of the collection only where there is none of its own', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container } = renderSite(<Picture src={null} fallback="ipfs://collection" alt="stone" width={32} />, {})
  expect(source(container)).toBe('image ipfs://collection')
})

// @feature picture.fallback
it('keeps what its host has where the service cannot make it', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container } = renderSite(<Picture src="ipfs://own" alt="stone" width={32} />, {})
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  fireEvent.load(container.querySelector('img') as HTMLImageElement)
  expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe('shown')
  expect(source(container)).toBe('original ipfs://own')
  expect(container.querySelector('img')?.getAttribute('srcset')).toBeNull()
})
