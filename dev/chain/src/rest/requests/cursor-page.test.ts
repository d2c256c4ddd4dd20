import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../responses/api-error.ts'
import { cutCursorPage } from './cursor-page.ts'

describe('a cursor page', () => {
  it('visits every item exactly once, without a cursor after the last', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 30 })
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 7 }), (list, limit) => {
        const items = new Map(list.map((name) => [name, name]))
        const seen: string[] = []
        let start: string | undefined
        do {
          const page = cutCursorPage(items, start, limit)
          expect(page.items.length).toBe(Math.min(limit, list.length - seen.length))
          seen.push(...page.items)
          start = page.cursor ?? undefined
        } while (start !== undefined)
        expect(seen.sort()).toEqual([...list].sort())
      }),
    )
  })

  it.each(['', '0x', '0xabc', 'zz', ['0x61', '0x62'], 7])('refuses %j as a cursor', (start) => {
    expect(() => cutCursorPage(new Map(), start, 1)).toThrow(ApiError)
  })
})
