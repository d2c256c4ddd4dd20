import { expect, it } from 'vitest'
import { toErrorAnswer } from './error-responses.ts'

/** An error as the validation plugin marks it. */
const MARK = Symbol.for('ZodFastifySchemaValidationError')

it.each(['constructor', '__proto__', 'toString', '7'])(
  'names the fault of a member called %s as of any other',
  (member) => {
    const fault = { [MARK]: true, instancePath: `/${member}` }
    const validation = ['is no number', 'is too long'].map((message) => ({ ...fault, message }))
    const { error } = toErrorAnswer(Object.assign(new Error('no'), { validation })).body
    expect(Object.entries(error.details ?? {})).toEqual([[member, 'is no number']])
    expect(error.message).toContain(`${member}: is no number`)
  },
)
