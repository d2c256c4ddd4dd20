import { NotOfferedError } from '@opal/domain/errors'
import { expect, test } from 'vitest'
import type { PayloadBuilders } from '../adapter.ts'
import { MARKETPLACES } from '../registry.ts'
import { contractsOf } from './network-contracts.ts'

const CALLS = MARKETPLACES.flatMap((adapter) =>
  Object.entries(adapter.unproven ?? {}).map(([call, standards]) => [adapter.id, call, standards] as const),
)

/** The builder of a call on a network, taking whatever a test hands it. */
function builderOn(network: 'local' | 'mainnet', id: string, call: string) {
  const deployed = contractsOf(network).find(({ adapter }) => adapter.id === id)
  const build = deployed?.adapter.payload[call as keyof PayloadBuilders]
  return build === undefined ? undefined : (subject: object) => (build as (...args: unknown[]) => unknown)({}, subject)
}

test.each(CALLS)('%s: %s is built on the local network alone', (id, call, standards) => {
  expect(builderOn('local', id, call)).toBeDefined()
  const build = builderOn('mainnet', id, call)
  if (standards?.length === 2) return expect(build).toBeUndefined()
  for (const standard of standards ?? []) {
    const token = { standard }
    for (const subject of [{ token }, { listing: { token } }, { collection: token }, [{ token }, { token }]])
      expect(() => build?.(subject)).toThrow(NotOfferedError)
  }
})

test('there are such calls, and calls that are proven stay what they were', () => {
  expect(CALLS.length).toBeGreaterThan(3)
  for (const { adapter } of contractsOf('mainnet')) {
    const whole = MARKETPLACES.find(({ id }) => id === adapter.id)
    for (const call of Object.keys(whole?.payload ?? {}) as (keyof PayloadBuilders)[])
      if (whole?.unproven?.[call] === undefined) expect(adapter.payload[call]).toBe(whole?.payload[call])
  }
})
