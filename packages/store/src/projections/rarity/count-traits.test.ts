import { expect, it } from 'vitest'
import { countTraits } from './count-traits.ts'

const trait = (trait_type: string, value: string) => ({ trait_type, value })

it('counts the tokens that have a value, each once', () => {
  const counted = countTraits([
    [trait('Fur', 'Red'), trait('Fur', 'Red'), trait('Fur', 'red')],
    [trait('Fur', 'Red'), trait('__proto__', 'x')],
    [],
  ])
  expect(counted).toBe('{"Fur":{"Red":2,"red":1},"__proto__":{"x":1}}')
})

it('gives up where every token has values of its own', () => {
  const tokens = Array.from({ length: 101 }, (_, token) =>
    Array.from({ length: 200 }, (__, kind) => trait(`kind ${kind}`, `${token}`)),
  )
  expect(countTraits(tokens)).toBeNull()
})
