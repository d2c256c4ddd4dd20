import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeGear, isGearDetail } from './gear-detail.ts'

const DRILL = {
  tier: 3,
  gear_type: 0,
  gear_code: '400',
  name: 'something else',
  primary_effect: '355000',
  durability: '87500000',
  gear_affixes: [{ effect: '30000', target: 'XP Boost' }],
}
const described = (gear: typeof DRILL) => Object.fromEntries(describeGear(gear).map(({ name, value }) => [name, value]))

// @feature token.gear, token.gear-units
it('labels a tool by its codes, and scales durability by 1e6 and effects by 1e4 as percent', () => {
  expect(isGearDetail(DRILL)).toBe(true)
  expect(described(DRILL)).toEqual({
    Gear: 'Laser Drill',
    Tier: 'Epic',
    Type: 'Mining Tool',
    Durability: '87.5%',
    'pMKL Boost': '35.5%',
    'XP Boost': '3%',
  })
})

// @feature token.gear
it.each([
  [0, 'Common'],
  [1, 'Uncommon'],
  [2, 'Rare'],
  [3, 'Epic'],
  [4, 'Legendary'],
])('labels tier %i as %s', (tier, label) => {
  expect(described({ ...DRILL, tier })).toMatchObject({ Tier: label })
})

// @feature token.gear
it.each([
  ['100', 'Pickaxe'],
  ['200', 'Shovel'],
  ['300', 'Mining Drill'],
  ['400', 'Laser Drill'],
  ['401', 'Plasma Cutter'],
  ['500', 'Time Distortion Drill'],
  ['501', 'Nano-Disassembler'],
])('labels code %s as %s, of tools alone', (gear_code, label) => {
  expect(described({ ...DRILL, gear_code })).toMatchObject({ Gear: label })
  expect(described({ ...DRILL, gear_code, gear_type: 1 })).toMatchObject({ Gear: DRILL.name })
})

it.each([
  [1, 'XP Boost', 'Suit'],
  [2, 'Fee Discount', 'Helmet'],
])('labels the attribute that gear of type %i raises', (type, effect, name) => {
  const suit = described({ ...DRILL, gear_type: type, name: 'Exo', gear_affixes: [] })
  expect(suit).toMatchObject({ Gear: 'Exo', Type: name, [effect]: '35.5%' })
})

it('shows unknown codes unchanged', () => {
  expect(described({ ...DRILL, tier: 9, gear_code: '999', name: '' })).toMatchObject({ Gear: 'Code 999', Tier: '9' })
})

it('returns null for other data', () => {
  expect(isGearDetail({ ...DRILL, durability: '-1' })).toBe(false)
  expect(isGearDetail(null)).toBe(false)
})

// @feature token.gear
it('omits facts that the traits already show', () => {
  const said = [
    ['gear', 'Laser Drill', 'Gear'],
    ['tier', 'Epic', 'Tier'],
    ['gear_type', 'Mining Tool', 'Type'],
  ] as const
  fc.assert(
    fc.property(fc.subarray([...said]), fc.boolean(), (traits, isOther) => {
      // A trait that says something else hides nothing.
      const attributes = traits.map(([trait_type, value]) => ({ trait_type, value: isOther ? `${value} II` : value }))
      const names = describeGear(DRILL, attributes).map(({ name }) => name)
      const hidden = isOther ? [] : traits.map(([, , name]) => name)
      expect(names).toEqual(Object.keys(described(DRILL)).filter((name) => !hidden.some((one) => one === name)))
    }),
  )
})
