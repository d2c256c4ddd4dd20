import { imageKind } from '@opal/chain/web/image-kind'
import sharp from 'sharp'
import { expect, it } from 'vitest'

const dot = () => sharp({ create: { width: 1, height: 1, channels: 3, background: '#123' } })

it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('knows %s by its first bytes', async (format) => {
  expect(imageKind(await dot().toFormat(format).toBuffer())).toBe('pixels')
})

it.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg:svg/>',
  '\uFEFF<svg>',
])('knows %s for an SVG', (text) => {
  expect(imageKind(Buffer.from(text))).toBe('svg')
})

it.each([
  ['a compressed SVG', Buffer.from('1f8b0800', 'hex')],
  ['HTML', Buffer.from('<html><body>')],
  ['a video', Buffer.from('1a45dfa3', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('takes %s for no image', (_name, source) => {
  expect(imageKind(source)).toBeNull()
})
