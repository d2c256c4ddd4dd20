import { expect, it } from 'vitest'
import { oneSlash } from './one-slash.ts'

// @feature route.collections
it.each([
  ['/collection//collections', '/collection/collections'],
  ['/collection///x?a=//b', '/collection/x?a=//b'],
  ['//elsewhere.example/x', '/elsewhere.example/x'],
  ['/\\elsewhere.example', '/elsewhere.example'],
  ['/collection/x?next=//y', null],
  ['/', null],
])('%s leads to %s', (url, to) => {
  expect(oneSlash(url)).toBe(to)
})
