import { expect, it } from 'vitest'
import { mediaTypeOf } from './media-route.ts'

it.each([
  ['image/png', 'image/png'],
  [' Image/SVG+XML ; charset=utf-8', 'image/svg+xml'],
  ['', ''],
  [undefined, ''],
])('reads the media type of %j', (header, type) => {
  expect(mediaTypeOf(header)).toBe(type)
})
