import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askingPrice, chooseExit, isCredibleTraitFloor, traitFloorOf } from './exit-choice.ts'

const octas = fc.bigInt(0n, 10n ** 12n)

describe('chooseExit', () => {
  // @feature exit.choice
  it('sells for nine tenths of what a listing would bring, lists for more, and holds what brings too little', () => {
    const options = { isFrozen: false, hopedOctas: null, leastOctas: 0n, hasLowBid: false }
    expect(chooseExit({ ...options, saleOctas: 90n, listOctas: 100n })).toEqual({ choice: 'sell', reason: null })
    expect(chooseExit({ ...options, saleOctas: 89n, listOctas: 100n })).toEqual({ choice: 'list', reason: null })
    expect(chooseExit({ ...options, saleOctas: 1n, listOctas: null })).toEqual({ choice: 'sell', reason: null })
    expect(chooseExit({ ...options, saleOctas: null, listOctas: null })).toEqual({
      choice: 'hold',
      reason: 'no-market',
    })
    const dear = { ...options, leastOctas: 101n, saleOctas: null }
    expect(chooseExit({ ...dear, listOctas: 100n })).toEqual({ choice: 'hold', reason: 'below-cost' })
    expect(chooseExit({ ...dear, listOctas: null, hasLowBid: true })).toEqual({ choice: 'hold', reason: 'below-cost' })
  })

  // @feature exit.choice
  it('proposes no sale for half of what others ask, or less, where that is all that is known of a price', () => {
    fc.assert(
      fc.property(octas, octas, (saleOctas, hopedOctas) => {
        const options = { isFrozen: false, leastOctas: 0n, hasLowBid: false, listOctas: null }
        const isHeld = saleOctas * 2n <= hopedOctas
        expect(chooseExit({ ...options, saleOctas, hopedOctas })).toEqual(
          isHeld ? { choice: 'hold', reason: 'no-market' } : { choice: 'sell', reason: null },
        )
      }),
    )
  })

  // @feature exit.choice
  it('never proposes what brings less than the least, nor anything for a frozen item', () => {
    fc.assert(
      fc.property(
        fc.record({
          isFrozen: fc.boolean(),
          hasLowBid: fc.boolean(),
          leastOctas: octas,
          saleOctas: fc.option(octas),
          listOctas: fc.option(octas),
          hopedOctas: fc.option(octas),
        }),
        (drawn) => {
          // A planned sale brings its least.
          const saleOctas = drawn.saleOctas !== null && drawn.saleOctas >= drawn.leastOctas ? drawn.saleOctas : null
          const { choice, reason } = chooseExit({ ...drawn, saleOctas })
          if (drawn.isFrozen) expect([choice, reason]).toEqual(['hold', 'frozen'])
          const brings = choice === 'sell' ? saleOctas : choice === 'list' ? drawn.listOctas : drawn.leastOctas
          expect(brings !== null && brings >= drawn.leastOctas).toBe(true)
          expect(reason === null).toBe(choice !== 'hold')
        },
      ),
    )
  })
})

// @feature exit.list-price
describe('traitFloorOf', () => {
  it('is the highest floor of the traits that at least three others are listed with', () => {
    const known = 4_000_000_000n
    expect(traitFloorOf([], known)).toBeNull()
    const dear = { floorOctas: 48_250_000_000n, count: 2 }
    expect(traitFloorOf([dear], known)).toBeNull()
    expect(traitFloorOf([{ ...dear, count: 3 }], known)).toBe(48_250_000_000n)
    expect(traitFloorOf([dear, { floorOctas: 4_875_000_000n, count: 40 }], known)).toBe(4_875_000_000n)
  })

  it('is below twenty times what else is known of the price, however many are listed with the trait', () => {
    fc.assert(
      fc.property(octas, octas, fc.integer({ min: 3, max: 500 }), (known, floorOctas, count) => {
        const expected = floorOctas < known * 20n ? floorOctas : null
        expect(traitFloorOf([{ floorOctas, count }], known)).toBe(expected)
        expect(traitFloorOf([{ floorOctas, count }], null)).toBeNull()
      }),
      {
        examples: [
          [5n, 99n, 4],
          [5n, 100n, 4],
        ],
      },
    )
  })

  it('changes with no trait of which fewer are listed, whatever they cost', () => {
    const trait = (counts: { readonly min: number; readonly max: number }) =>
      fc.record({ floorOctas: octas, count: fc.integer(counts) })
    fc.assert(
      fc.property(
        fc.array(trait({ min: 3, max: 500 })),
        fc.array(trait({ min: -5, max: 2 })),
        fc.bigInt(0n, 10n ** 16n),
        octas,
        (many, few, more, known) => {
          const raised = few.map((one) => ({ ...one, floorOctas: one.floorOctas + more }))
          const credible = many.filter(({ floorOctas }) => isCredibleTraitFloor(floorOctas, known))
          const highest = credible.map(({ floorOctas }) => floorOctas).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? null
          expect(traitFloorOf([...few, ...many], known)).toBe(highest)
          expect(traitFloorOf([...many, ...raised], known)).toBe(highest)
        },
      ),
    )
  })
})

describe('askingPrice', () => {
  // @feature exit.list-price
  it('is below every floor by no more than a tick of the highest, or the own price that is lower', () => {
    expect(askingPrice([8_294_000_000n, null], null, 100_000n)).toBe(8_289_000_000n)
    expect(askingPrice([8_294_000_000n, 9_000_000_000n], null, 100_000n)).toBe(8_995_000_000n)
    expect(askingPrice([8_294_000_000n], 8_200_000_000n, 100_000n)).toBe(8_200_000_000n)
    expect(askingPrice([8_294_000_000n], 9_000_000_000n, 100_000n)).toBe(8_289_000_000n)
    expect(askingPrice([100_000n], null, 100_000n)).toBe(100_000n)
    expect(askingPrice([null, null], 5n, 100_000n)).toBeNull()
    fc.assert(
      fc.property(fc.option(octas), fc.option(octas), fc.option(octas), (floor, traitFloor, own) => {
        const price = askingPrice([floor, traitFloor], own, 1n)
        const floors = [floor, traitFloor].flatMap((one) => (one === null || one < 1n ? [] : one))
        expect(price === null).toBe(floors.length === 0)
        if (price === null) return
        const highest = floors.reduce((most, one) => (one > most ? one : most))
        expect(price >= 1n && price <= highest).toBe(true)
        if (own !== null && own < highest && own >= 1n) expect(price).toBe(own)
      }),
    )
  })

  // @feature trade.dust-references
  it('follows no floor below the least price, which anyone can make for the price of the gas', () => {
    const floor = fc.option(fc.oneof(octas, fc.bigInt(0n, 200_000n)))
    fc.assert(
      fc.property(floor, floor, fc.option(octas), fc.bigInt(0n, 200_000n), (one, other, own, least) => {
        const sound = [one, other].map((each) => (each !== null && each >= least ? each : null))
        expect(askingPrice([one, other], own, least)).toBe(askingPrice(sound, own, least))
        if (sound.every((each) => each === null)) expect(askingPrice([one, other], own, least)).toBeNull()
      }),
    )
  })
})
