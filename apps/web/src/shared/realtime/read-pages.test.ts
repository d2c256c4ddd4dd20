import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPages, readParts } from './read-pages.ts'

const size = fc.integer({ min: 1, max: 4 })

/** Returns a function that reads a list in pages of a size; cursors are positions. */
function pagesOf(list: readonly number[], take: number) {
  return async ({ cursor = '0' }: { readonly cursor?: string }) => {
    const end = Number(cursor) + take
    return { data: list.slice(Number(cursor), end), nextCursor: end < list.length ? String(end) : null }
  }
}

it('reads a list page by page, to its end or to as many pages as are wanted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer()),
      size,
      fc.option(size, { nil: undefined }),
      async (list, take, maxPages) => {
        const limit = maxPages === undefined ? list.length : take * maxPages
        expect(await readPages(pagesOf(list, take), maxPages === undefined ? {} : { maxPages })).toEqual({
          rows: list.slice(0, limit),
          more: limit < list.length,
        })
      },
    ),
  )
})

it('reads no page after one that ends what is wanted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), size, fc.nat(30), async (length, take, last) => {
      const list = Array.from({ length }, (_, at) => at)
      const { rows, more } = await readPages(pagesOf(list, take), { goOn: ({ data }) => !data.includes(last) })
      const limit = last < length ? Math.ceil((last + 1) / take) * take : length
      expect([rows, more]).toEqual([list.slice(0, limit), limit < length])
    }),
  )
})

it('reads no page after one that has brought enough rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer()), size, fc.integer({ min: 1, max: 12 }), async (list, take, enoughRows) => {
      const limit = Math.ceil(enoughRows / take) * take
      expect(await readPages(pagesOf(list, take), { enoughRows })).toEqual({
        rows: list.slice(0, limit),
        more: limit < list.length,
      })
    }),
  )
})

it('reads any number of ids by calls of a few each, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string()), size, async (ids, few) => {
      const answers = await readParts(ids, few, async (some) => some)
      expect(answers.flat()).toEqual(ids)
      expect(answers.every(({ length }) => length > 0 && length <= few)).toBe(true)
      expect(answers.length).toBe(Math.ceil(ids.length / few))
    }),
  )
})
