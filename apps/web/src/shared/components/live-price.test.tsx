import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Flash } from './live-price.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const flash = (octas: string | null) => <Flash octas={octas}>{octas ?? '-'}</Flash>
const mark = (text: string) => screen.getByText(text).getAttribute('data-flash')

// @feature landing.live, collection.live-figures
it('marks a rising amount up and a falling one down until the animation ends', () => {
  const { rerender } = render(flash('5'))
  expect(mark('5')).toBeNull()
  rerender(flash('7'))
  expect(mark('7')).toBe('up')
  fireEvent.animationEnd(screen.getByText('7'))
  expect(mark('7')).toBeNull()
  rerender(flash('6'))
  expect(mark('6')).toBe('down')
})

// @feature landing.live, format.unknown
it('marks nothing when an amount becomes known', () => {
  const { rerender } = render(flash(null))
  rerender(flash('7'))
  expect(mark('7')).toBeNull()
  rerender(flash(null))
  expect(mark('-')).toBeNull()
})
