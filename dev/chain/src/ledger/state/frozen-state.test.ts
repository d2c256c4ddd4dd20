import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrozenState } from './frozen-state.ts'
import { State, stateHash } from './state.ts'

const TYPES = ['0x1::a::A', '0x1::a::B']
const names = fc.constantFrom('0x1', '0x2', '0x3', '0x4', '0x5')

/** A change of a state: of a resource or of a table item; a null value removes it. */
interface Change {
  readonly kind: 'resource' | 'item'
  readonly at: string
  readonly inner: string
  readonly value: number | null
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('resource', 'item'),
  at: names,
  inner: fc.constantFrom(...TYPES),
  value: fc.option(fc.nat(99)),
})

function make(state: State, { kind, at, inner, value }: Change): void {
  if (kind === 'resource') {
    state.put(at as Address, inner, value === null ? null : { value: String(value) })
    return
  }
  const key = { keyType: 'u64', key: JSON.stringify(inner), keyBytes: Buffer.from(inner) }
  if (value === null) state.removeTableItem(at, key)
  else state.putTableItem(at, { ...key, valueType: 'u64', value: String(value) })
}

/** Reads a frozen state part by part, making some changes to the live one before each part. */
function readWhileChanging(frozen: FrozenState, live: State, changes: readonly (readonly Change[])[]): State {
  const read = new State()
  const waiting = [...changes]
  const changeSome = () => {
    for (const one of waiting.shift() ?? []) make(live, one)
  }
  changeSome()
  for (const [address, cells] of frozen.resources()) {
    for (const [type, cell] of cells) read.putCell(address, type, cell)
    changeSome()
  }
  for (const [handle, item] of frozen.items()) {
    read.putTableItem(handle, item)
    changeSome()
  }
  return read
}

function typesByAddress(state: State): Record<string, string[]> {
  return Object.fromEntries([...state.entries()].map(([address, cells]) => [address, [...cells.keys()]]))
}

test('a frozen state is what the state was, whatever is written while it is read', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 20 }),
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
      (before, later) => {
        const live = new State()
        for (const one of before) make(live, one)
        const expected = live.copy()
        using frozen = new FrozenState(live)
        const read = readWhileChanging(frozen, live, later)
        expect(stateHash(read)).toBe(stateHash(expected))
        expect(typesByAddress(read)).toEqual(typesByAddress(expected))
      },
    ),
    { numRuns: runs(500, 50_000) },
  )
})

test('a state that is no longer frozen notifies nothing', () => {
  const state = new State()
  const frozen = new FrozenState(state)
  frozen[Symbol.dispose]()
  state.put('0x1' as Address, '0x1::a::A', { value: '1' })
  expect([...frozen.resources()]).toHaveLength(1)
})
