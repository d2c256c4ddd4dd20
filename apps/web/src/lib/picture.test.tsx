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

/** What is asked for now: the source that the address of the picture names. */
function source(container: HTMLElement): string | null {
  const src = container.querySelector('img')?.getAttribute('src')
  return src == null ? null : new URL(src).searchParams.get('src')
}

// @feature picture.fallback, picture.states
it('tries its own source, then the other, and ends in the first letter; then all of them again when pictures are back', () => {
  // Nothing has come before it is asked for.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const picture = <Picture src="ipfs://own" fallback="ipfs://other" alt="stone" width={32} />
  const { container } = renderSite(picture, {})
  const state = () => container.querySelector('[data-state]')?.getAttribute('data-state')
  const fail = () => fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect([state(), source(container)]).toEqual(['loading', 'ipfs://own'])
  fail()
  expect([state(), source(container)]).toEqual(['loading', 'ipfs://other'])
  fail()
  expect([state(), source(container)]).toEqual(['letter', null])
  expect(screen.getByRole('img', { name: 'stone' }).textContent).toBe('S')
  expect(lostPictures.get()).toHaveLength(2)

  act(tellPicturesAreBack)
  expect([state(), source(container)]).toEqual(['loading', 'ipfs://own'])
  fireEvent.load(container.querySelector('img') as HTMLImageElement)
  expect(state()).toBe('shown')
  expect(lostPictures.get()).toEqual([])
})
