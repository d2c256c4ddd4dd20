import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logThrottled, toErrorAnswer } from './error-responses.ts'

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

it('logs few lines of a flood in each minute, all of what is rare, and tells of every one that it leaves out', () => {
  const pauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 200_000 })), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(pauses, (all) => {
      let now = 0
      const note = logThrottled(() => now)
      let [logged, leftOut] = [0, 0]
      const minutes = new Map<number, number>()
      for (const pause of all) {
        now += pause
        const line = note()
        if (line === null) continue
        logged += 1
        leftOut += line.leftOut
        minutes.set(Math.floor(now / 60_000), (minutes.get(Math.floor(now / 60_000)) ?? 0) + 1)
      }
      now += 60_000
      leftOut += note()?.leftOut ?? 0
      expect(logged + leftOut).toBe(all.length)
      // Two windows may lie in one minute of the clock.
      expect(Math.max(0, ...minutes.values())).toBeLessThanOrEqual(40)
      if (all.length <= 20) expect(logged).toBe(all.length)
    }),
  )
})
