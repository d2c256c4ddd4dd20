import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { ItemLine } from './item-line.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('links the item for arrow-key navigation, and shows the text after the name and the second line', () => {
  renderSite(<ItemLine name="Moth #7" image={{ src: null }} to="/token" trailing="×2" below="Moth Archive" />, {})
  const link = screen.getByRole('link', { name: 'Moth #7' })
  expect([link.getAttribute('href'), link.title, 'rowLink' in link.dataset]).toEqual(['/token', 'Moth #7', true])
  for (const text of ['×2', 'Moth Archive']) expect(screen.getByText(text)).toBeTruthy()
})

it('renders plain text without a target', () => {
  renderSite(<ItemLine name="Moth #7" image={{ src: null }} />, {})
  expect(screen.queryByRole('link')).toBe(null)
  expect(screen.getByTitle('Moth #7').textContent).toBe('Moth #7')
})

// @feature format.names
it.each([
  ['Shard of the Long Night #1204', ' #1204'],
  ['#7', null],
  ['No. 5', null],
  ['Moth # seven', null],
])('keeps the number of %j apart, so that what is before it is cut first', (name, number) => {
  renderSite(<ItemLine name={name} image={{ src: null }} />, {})
  const shown = screen.getByTitle(name)
  expect(shown.textContent).toBe(name)
  const parts = [...shown.querySelectorAll(':scope > span > span')].map(({ textContent }) => textContent)
  expect(parts).toEqual(number === null ? [] : [name.slice(0, -number.length), number])
})

// @feature format.names
it.each([null, '/token'])('is cut at its end in whichever direction it is written, with the link %j', (to) => {
  const name = 'مجموعة الصور الطويلة جدا #7'
  renderSite(<ItemLine name={name} image={{ src: null }} to={to} />, {})
  expect(screen.getByTitle(name).getAttribute('dir')).toBe('auto')
})
