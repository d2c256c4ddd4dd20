import type { AttributeCondition } from '@opal/contract/token-filter'

/** One value of a kind of trait that the reader asks for, or refuses. */
export interface TraitChoice {
  readonly type: string
  readonly value: string
  /** Tokens with the value are left out. */
  readonly not: boolean
}

/** Limits of the contract: kinds in one filter, and values of a kind. */
const MAX_CHOICES = 50
const MAX_TYPE_LENGTH = 200
const MAX_VALUE_LENGTH = 500

/** Names in an address: `trait=Fur:Gold` asks for a value, `without=Fur:Gold` refuses it. */
const PARAMETERS = { trait: false, without: true } as const

/** The choices in an address, in the order they were made. What is no choice is passed over. */
export function parseTraitChoices(search: URLSearchParams): readonly TraitChoice[] {
  let choices: readonly TraitChoice[] = []
  for (const [name, text] of search) {
    if (name !== 'trait' && name !== 'without') continue
    const choice = parseChoice(text, PARAMETERS[name])
    if (choice !== null) choices = [...withoutValue(choices, choice), choice]
  }
  return choices.slice(0, MAX_CHOICES)
}

/** Puts the choices into an address, in place of those it has. */
export function putTraitChoices(search: URLSearchParams, choices: readonly TraitChoice[]): void {
  for (const name of Object.keys(PARAMETERS)) search.delete(name)
  for (const { type, value, not } of choices) {
    search.append(not ? 'without' : 'trait', `${type.replaceAll('%', '%25').replaceAll(':', '%3A')}:${value}`)
  }
}

/** What the reader chose for a value. */
export function choiceOf(choices: readonly TraitChoice[], type: string, value: string): 'wanted' | 'refused' | 'open' {
  const choice = choices.find((one) => one.type === type && one.value === value)
  return choice === undefined ? 'open' : choice.not ? 'refused' : 'wanted'
}

/** Chooses a value; the same choice made again is taken back, the opposite one replaces it. */
export function toggleChoice(choices: readonly TraitChoice[], choice: TraitChoice): readonly TraitChoice[] {
  const rest = withoutValue(choices, choice)
  const again = choiceOf(choices, choice.type, choice.value) === (choice.not ? 'refused' : 'wanted')
  return again ? rest : [...rest, choice].slice(-MAX_CHOICES)
}

/** Takes a choice back, whichever it was. */
export function withoutValue(choices: readonly TraitChoice[], { type, value }: TraitChoice): readonly TraitChoice[] {
  return choices.filter((one) => one.type !== type || one.value !== value)
}

/** The choices as the contract's conditions. Values of one kind and side go together. */
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

function parseChoice(text: string, not: boolean): TraitChoice | null {
  const colon = text.indexOf(':')
  if (colon === -1) return null
  const type = text.slice(0, colon).replaceAll('%3A', ':').replaceAll('%25', '%')
  const value = text.slice(colon + 1)
  return type.length > MAX_TYPE_LENGTH || value.length > MAX_VALUE_LENGTH ? null : { type, value, not }
}
