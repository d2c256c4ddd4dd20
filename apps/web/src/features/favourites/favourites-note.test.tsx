import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageSession } from '../../entities/session/page-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { FavouritesNote } from './favourites-note.tsx'

// @vitest-environment happy-dom
const before = pageSession.get()

afterEach(() => {
  cleanup()
  pageSession.set(before)
})

it('is in one place before and after it is known who looks', () => {
  const placeOf = (status: 'unknown' | 'visitor') => {
    pageSession.set({ status, wallet: null })
    const { container } = renderSite(<FavouritesNote />, {})
    const says = screen.queryByText('Favorites are saved in this browser.') !== null
    const [place, ...others] = [...container.querySelectorAll('[class*="note"]')]
    const shown = { says, hasPlace: place !== undefined && others.length === 0 }
    cleanup()
    return shown
  }
  expect(placeOf('unknown')).toEqual({ says: false, hasPlace: true })
  expect(placeOf('visitor')).toEqual({ says: true, hasPlace: true })
})
