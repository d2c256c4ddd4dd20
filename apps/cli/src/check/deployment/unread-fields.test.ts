import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unreadFields } from './unread-fields.ts'

test('fields that a reader never asks for are found, at any depth, and no others', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null))
  const tree = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
    node: fc.dictionary(fc.stringMatching(/^[a-d]$/), fc.oneof({ depthSize: 'small' }, leaf, tie('node'))) as never,
  })).node
  fc.assert(
    fc.property(tree, fc.constantFrom('a', 'b'), (value, known) => {
      const read = (object: Record<string, unknown>): void => {
        for (const name of Object.keys(object).filter((each) => each <= known)) {
          const field = object[name]
          if (typeof field === 'object' && field !== null) read(field as Record<string, unknown>)
        }
      }
      const unread = unreadFields(value, (watched) => read(watched as Record<string, unknown>))
      const all = (object: Record<string, unknown>, path: string): string[] =>
        Object.entries(object).flatMap(([name, field]) => [
          `${path}/${name}`,
          ...(typeof field === 'object' && field !== null
            ? all(field as Record<string, unknown>, `${path}/${name}`)
            : []),
        ])
      const isKnown = (path: string) =>
        path
          .split('/')
          .slice(1)
          .every((name) => name <= known)
      expect(unread).toEqual(all(value, '').filter((path) => !isKnown(path)))
    }),
  )
})
