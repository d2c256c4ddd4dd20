import { describe, expect, it } from 'vitest'
import { isTooDeep } from './is-too-deep.ts'

describe('isTooDeep', () => {
  it('counts brackets within brackets, of every kind, however the document goes on', () => {
    expect(isTooDeep('{ a '.repeat(100))).toBe(false)
    expect(isTooDeep('{ a '.repeat(101))).toBe(true)
    expect(isTooDeep(`{ a(x: ${'['.repeat(200)}`)).toBe(true)
    expect(isTooDeep(`{ a(x: ${'{y: '.repeat(200)}`)).toBe(true)
  })

  it('counts no brackets of texts, and none that are closed again', () => {
    expect(isTooDeep(`{ a(x: "${'{'.repeat(500)}") }`)).toBe(false)
    expect(isTooDeep(`{ ${'a { b } '.repeat(500)} }`)).toBe(false)
  })

  it('leaves to the parser what is no GraphQL', () => {
    expect(isTooDeep('{ a(x: "\\udfff") }')).toBe(false)
    expect(isTooDeep('<html>')).toBe(false)
  })
})
