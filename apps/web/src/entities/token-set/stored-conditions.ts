import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { type Guard, isAbsentOr, isListOf, isNumber, isObject, isString, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.set-conditions'
/** Most conditions that are stored: those of the last sets. */
const MAX_CONDITIONS = 100
const [MAX_TRAITS, MAX_VALUES] = [50, 100]

const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean'
const areValues = isListOf(isString, MAX_VALUES)
const isValue: Guard<string | readonly string[]> = (value) => isString(value) || areValues(value)
const isTrait = isObject({ trait_type: isString, value: isValue, not: isAbsentOr(isBoolean) })
const isCondition: Guard<TokenConditionInput> = isObject({
  attributes: isAbsentOr(isListOf(isTrait, MAX_TRAITS)),
  rarityTop: isAbsentOr(isNumber),
  rarityBottom: isAbsentOr(isNumber),
})
const areConditions = isListOf(isObject({ root: isText(/^[0-9a-f]{64}$/), condition: isCondition }), MAX_CONDITIONS)

/** Stores the condition that a set was built from. Sets are named by their roots. */
export function storeCondition(root: string, condition: TokenConditionInput): void {
  const others = (readStored(KEY, areConditions) ?? []).filter((one) => one.root !== root)
  writeStored(KEY, [{ root, condition }, ...others].slice(0, MAX_CONDITIONS))
}

/** Returns the condition that a set was built from; null where this browser did not build it. */
export function storedConditionOf(root: string): TokenConditionInput | null {
  return readStored(KEY, areConditions)?.find((one) => one.root === root)?.condition ?? null
}
