import { shownValue } from './shown-value.ts'

/** A fault of one variable. */
export interface VariableFault {
  readonly variable: string
  readonly message: string
}

/** Faults of the environment, all of them together, for the operator to read. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** A fault that Zod finds in a value. */
interface Issue {
  readonly code?: string | undefined
  readonly message: string
  readonly expected?: unknown
  readonly values?: readonly unknown[] | undefined
  readonly minimum?: unknown
  readonly maximum?: unknown
  /** The kind of the limited value: `number`, `string`, `array`. */
  readonly origin?: unknown
}

/** A schema of Zod for one variable. */
export interface VariableSchema<Value> {
  safeParse(
    text: string | undefined,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }
}

type Schemas<Values> = { readonly [Name in keyof Values]: VariableSchema<Values[Name]> }

/** How a program reads its environment. */
export interface EnvironmentReading<Values> {
  /** Begins the message: "The API cannot start". */
  readonly failure: string
  readonly schemas: Schemas<Values>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Finds faults of variables in combination. Gets only the values that are valid by themselves. */
  readonly faultsTogether?: (values: Partial<Values>) => readonly VariableFault[]
}

/**
 * Reads each variable by itself, so that none hides the fault of another.
 * @throws EnvironmentError that names every fault, with the value where it holds no secret.
 */
export function readEnvironment<Values>(reading: EnvironmentReading<Values>): Values {
  const { failure, schemas, env, faultsTogether = () => [] } = reading
  const values: Partial<Values> = {}
  const faults: VariableFault[] = []
  for (const name of Object.keys(schemas) as (keyof Values & string)[]) {
    const result = schemas[name].safeParse(env[name])
    if (result.success) values[name] = result.data
    else faults.push(...faultsOf(name, env[name], result.error.issues))
  }
  const named = new Set(faults.map(({ variable }) => variable))
  faults.push(...faultsTogether(values).filter(({ variable }) => !named.has(variable)))
  if (faults.length === 0) return values as Values
  const lines = faults.map(({ variable, message }) => `\n  ${variable}: ${message}`)
  throw new EnvironmentError(`${failure}:${lines.join('')}`)
}

/** One for each sentence: the parts of a list have the same. */
function faultsOf(variable: string, text: string | undefined, issues: readonly Issue[]): readonly VariableFault[] {
  const sentences = new Set(issues.map((issue) => sentenceOf(issue, text)))
  return [...sentences].map((sentence) => ({ variable, message: withValue(sentence, variable, text) }))
}

function sentenceOf(issue: Issue, text: string | undefined): string {
  const { code, message, expected, values, minimum, maximum, origin } = issue
  const choices = code === 'invalid_value' && values !== undefined ? alternatives(values) : null
  if (text === undefined) return choices === null ? 'is not set' : `is not set: choose ${choices}`
  if (choices !== null) return `expected ${choices}`
  if (code === 'invalid_type') return `expected a ${expected === 'int' ? 'whole number' : expected}`
  if (code === 'too_small')
    return text === '' ? 'is empty' : `expected at least ${minimum}${origin === 'string' ? ' characters' : ''}`
  if (code === 'too_big') return `expected at most ${maximum}`
  return message
}

function alternatives(values: readonly unknown[]): string {
  const [last = '', ...others] = values.map(String).toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

function withValue(sentence: string, variable: string, text: string | undefined): string {
  const shown = text === undefined || text === '' ? null : shownValue(variable, text)
  if (shown === null || sentence.includes(shown)) return sentence
  return sentence.startsWith('expected') ? `${sentence}, not ${shown}` : `${sentence} (${shown})`
}
