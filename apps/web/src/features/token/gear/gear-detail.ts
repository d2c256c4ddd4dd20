import type { Attribute } from '@opal/contract/tokens'
import { formatUnits } from '@opal/domain/text/decimal'
import { type Guard, isListOf, isNumber, isObject, isText, isWhole } from '../../../shared/storage/guards.ts'
import { GEAR_TRAITS } from './gear-traits.ts'

/** @source docs/product/tokens-and-filters.md#gear */
const TIERS = ['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary'] as const
const TYPES = ['Mining Tool', 'Suit', 'Helmet'] as const
/** The attribute that each type's primary effect raises. */
const EFFECTS = ['pMKL Boost', 'XP Boost', 'Fee Discount'] as const
/** Tools by their code. Suits and helmets share the codes and have names of their own. */
const TOOLS: Readonly<Record<string, string>> = {
  100: 'Pickaxe',
  200: 'Shovel',
  300: 'Mining Drill',
  400: 'Laser Drill',
  401: 'Plasma Cutter',
  500: 'Time Distortion Drill',
  501: 'Nano-Disassembler',
}
/** Scale of one percent of durability and of an effect, as powers of ten. */
const DURABILITY_DIGITS = 6
const EFFECT_DIGITS = 4

/** Response of the game's view function for an item. */
export const isGearDetail = isObject({
  tier: isNumber,
  gear_type: isNumber,
  gear_code: isWhole,
  name: isText(/^.{0,128}$/su),
  primary_effect: isWhole,
  durability: isWhole,
  gear_affixes: isListOf(isObject({ effect: isWhole, target: isText(/^.{0,128}$/su) }), 50),
})
export type GearDetail = typeof isGearDetail extends Guard<infer Detail> ? Detail : never

/**
 * Returns an item's particulars in words, such as `Durability` and `87.5%`.
 * @param attributes traits that are shown next to them: what one of them says is left out.
 */
export function describeGear(
  gear: GearDetail,
  attributes: readonly Pick<Attribute, 'trait_type' | 'value'>[] = [],
): readonly { readonly name: string; readonly value: string }[] {
  const tool = gear.gear_type === 0 ? TOOLS[gear.gear_code] : undefined
  const facts = [
    { name: 'Gear', value: tool ?? (gear.name === '' ? `Code ${gear.gear_code}` : gear.name) },
    { name: 'Tier', value: TIERS[gear.tier] ?? String(gear.tier) },
    { name: 'Type', value: TYPES[gear.gear_type] ?? String(gear.gear_type) },
    { name: 'Durability', value: percent(gear.durability, DURABILITY_DIGITS) },
    { name: EFFECTS[gear.gear_type] ?? 'Primary effect', value: percent(gear.primary_effect, EFFECT_DIGITS) },
    ...gear.gear_affixes.map(({ effect, target }) => ({ name: target, value: percent(effect, EFFECT_DIGITS) })),
  ]
  const isSaid = ({ name, value }: { name: string; value: string }) =>
    attributes.some((trait) => GEAR_TRAITS[trait.trait_type] === name && trait.value === value)
  return facts.filter((fact) => !isSaid(fact))
}

function percent(value: string, digits: number): string {
  return `${formatUnits(BigInt(value), digits)}%`
}
