import { expect, it } from 'vitest'
import { filmType } from './film-type.ts'

it.each([
  ['video/mp4', '/1', 'video/mp4'],
  ['Audio/MPEG; charset=x', '/1', 'audio/mpeg'],
  ['application/octet-stream', '/ipfs/x/1.MP4', 'video/mp4'],
  [undefined, '/song.flac', 'audio/flac'],
  [undefined, '/1', null],
  ['text/html', '/1.mp4', null],
  ['image/svg+xml', '/1.mp4', null],
  ['video/mp4\r\nset-cookie: x', '/1', null],
])('%s at %s is served as %s', (told, path, type) => {
  expect(filmType(told, path)).toBe(type)
})
