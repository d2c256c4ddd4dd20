import { expect, it, vi } from 'vitest'
import { renderImage } from '../../testing/render-image.ts'

// The decoder is of no use in this process: what is drawn was drawn in another.
vi.mock('sharp', () => ({
  default: () => {
    throw new Error('decoded in the process that answers')
  },
}))

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  ],
  ['a PNG', Buffer.from(DOT, 'base64')],
])('decodes nothing of %s in this process', async (_name, source) => {
  expect((await renderImage(source, 64)).toString('latin1', 8, 12)).toBe('WEBP')
})
