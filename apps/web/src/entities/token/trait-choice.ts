import type { AttributeCondition } from '@opal/contract/tokens/token-filter'

/** A trait value that the user wants or excludes. */
export interface TraitChoice {
  readonly type: string
  readonly value: string
  /** Tokens with the value are left out. */
  readonly not: boolean
}

/** Limits of the contract. */
const MAX_CHOICES = 50
const MAX_TYPE_LENGTH = 200
const MAX_VALUE_LENGTH = 500

/** Names in an address: `trait=Fur:Gold` wants a value, `without=Fur:Gold` excludes it. */
const PARAMETERS = { trait: false, without: true } as const

/**
 * Reads the choices from an address, in the order they were made. Ignores invalid ones. An address may have thousands, which are
 * read for each page.
 */
export function parseTraitChoices(search: URLSearchParams): readonly TraitChoice[] {
  const choices = new Map<string, TraitChoice>()
  for (const [name, text] of search) {
    if (name !== 'trait' && name !== 'without') continue
    const choice = parseChoice(text, PARAMETERS[name])
    if (choice === null) continue
    const key = JSON.stringify([choice.type, choice.value])
    // The later of two choices of one value counts, in its own place.
    choices.delete(key)
    choices.set(key, choice)
  }
  return [...choices.values()].slice(0, MAX_CHOICES)
}

/** Replaces the choices in an address. */
export function putTraitChoices(search: URLSearchParams, choices: readonly TraitChoice[]): void {
  for (const name of Object.keys(PARAMETERS)) search.delete(name)
  for (const { type, value, not } of choices) {
    search.append(not ? 'without' : 'trait', `${type.replaceAll('%', '%25').replaceAll(':', '%3A')}:${value}`)
  }
}

/** Returns whether a value is wanted, excluded or not chosen. */
export function choiceOf(choices: readonly TraitChoice[], type: string, value: string): 'wanted' | 'refused' | 'open' {
  const choice = choices.find((one) => one.type === type && one.value === value)
  return choice === undefined ? 'open' : choice.not ? 'refused' : 'wanted'
}

/** Adds a choice; removes it when it was made before, and replaces the opposite one. */
export function toggleChoice(choices: readonly TraitChoice[], choice: TraitChoice): readonly TraitChoice[] {
  const rest = withoutValue(choices, choice)
  const again = choiceOf(choices, choice.type, choice.value) === (choice.not ? 'refused' : 'wanted')
  return again ? rest : [...rest, choice].slice(-MAX_CHOICES)
}

/** Returns the choices without those of one value. */
export function withoutValue(choices: readonly TraitChoice[], { type, value }: TraitChoice): readonly TraitChoice[] {
  return choices.filter((one) => one.type !== type || one.value !== value)
}

/** Converts choices to the contract's conditions: one for the wanted and one for the excluded values of each kind. */
export function conditionsOf(choices: readonly TraitChoice[]): readonly AttributeCondition[] {
  const groups = new Map<string, { trait_type: string; value: string[]; not: boolean }>()
  for (const { type, value, not } of choices) {
    const key = `${not} ${type}`
    const group = groups.get(key) ?? { trait_type: type, value: [], not }
    group.value.push(value)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ not, ...group }) => (not ? { ...group, not } : group))
}

/** Converts conditions of the contract to choices, one for each value: the inverse of {@link conditionsOf}. */
export function choicesOf(conditions: readonly AttributeCondition[]): readonly TraitChoice[] {
  return conditions.flatMap(({ trait_type: type, value, not = false }) =>
    [value].flat().map((one) => ({ type, value: one, not })),
  )
}

function parseChoice(text: string, not: boolean): TraitChoice | null {
  const colon = text.indexOf(':')
  if (colon === -1) return null
  const type = text.slice(0, colon).replaceAll('%3A', ':').replaceAll('%25', '%')
  const value = text.slice(colon + 1)
  return type.length > MAX_TYPE_LENGTH || value.length > MAX_VALUE_LENGTH ? null : { type, value, not }
}
