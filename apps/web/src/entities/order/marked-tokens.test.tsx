// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { cartIds, sweptIds, useMark } from './marked-tokens.ts'

const IDS = ['a', 'b', 'c']

afterEach(cleanup)

it('renders a token again when its own mark changes, and only then', () => {
  const subset = fc.subarray(IDS).map((ids) => new Set(ids))
  const step = fc.record({ inCart: subset, inSweep: subset })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const seen = new Map(IDS.map((id) => [id, [] as unknown[]]))
      const Marked = ({ id }: { id: string }) => {
        seen.get(id)?.push(useMark(id))
        return null
      }
      act(() => {
        cartIds.set(new Set())
        sweptIds.set(new Set())
      })
      render(IDS.map((id) => <Marked key={id} id={id} />))
      const marks = new Map(IDS.map((id) => [id, [null] as unknown[]]))
      for (const { inCart, inSweep } of steps) {
        act(() => {
          cartIds.set(inCart)
          sweptIds.set(inSweep)
        })
        for (const id of IDS) marks.get(id)?.push(inCart.has(id) ? 'cart' : inSweep.has(id) ? 'sweep' : null)
      }
      for (const [id, all] of marks)
        expect(seen.get(id)).toEqual(all.filter((mark, at) => at === 0 || mark !== all[at - 1]))
      cleanup()
    }),
    { numRuns: 30 },
  )
})
