import { expect, test } from 'vitest'
import { EnvironmentError, readEnvironment, type VariableSchema } from './read-environment.ts'

/** Accepts whole numbers, as a schema of Zod would. */
const number: VariableSchema<number> = {
  safeParse: (text) =>
    text !== undefined && /^\d+$/.test(text)
      ? { success: true, data: Number(text) }
      : {
          success: false,
          error: { issues: [{ code: 'invalid_type', expected: 'number', message: 'expected number, received NaN' }] },
        },
}
const schemas = { ONE: number, TWO: number, LIST: number, SECRET_KEY: number }

function read(env: Record<string, string | undefined>) {
  return readEnvironment({
    failure: 'It cannot start',
    schemas,
    env,
    faultsTogether: ({ ONE, TWO }) => [
      ...(ONE === TWO ? [{ variable: 'TWO', message: 'is the same as ONE' }] : []),
      ...(ONE === 1 ? [{ variable: 'ONE', message: '1 is taken' }] : []),
    ],
  })
}

test('returns the values where nothing is wrong', () => {
  expect(read({ ONE: '2', TWO: '3', LIST: '4', SECRET_KEY: '5' })).toEqual({ ONE: 2, TWO: 3, LIST: 4, SECRET_KEY: 5 })
})

// @feature operate.configuration
test('names every fault, with those of several variables together, and each value that is no secret', () => {
  const env = { ONE: '1', TWO: undefined, LIST: 'many', SECRET_KEY: 'hidden' }
  expect(() => read(env)).toThrow(
    new EnvironmentError(
      [
        'It cannot start:',
        'TWO: is not set',
        'LIST: expected a number, not "many"',
        'SECRET_KEY: expected a number',
        'ONE: 1 is taken',
      ].join('\n  '),
    ),
  )
})

test('does not blame a variable that is wrong by itself for what it does to others', () => {
  expect(() => read({ ONE: undefined, TWO: undefined, LIST: '1', SECRET_KEY: '1' })).not.toThrow('the same as')
})
