import { type Account, Script, Serialized, TypeTagU8, U8, U64 } from '@aptos-labs/ts-sdk'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleSource, scriptOf, sendScript } from '../../testing/compose.ts'
import { fuzzScripts } from '../../testing/config.ts'
import type { CommittedTransaction } from '../ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../testing/test-chain.ts'

const STATUS =
  /^(?:Executed successfully|Move abort in 0x1::\w+: \w+\(0x[0-9a-f]+\)|Transaction Executed and Committed with Error [A-Z_]+$)/

let chain: TestChain
let sender: Account
let receiver: Account
/** Transfers 5 octas: copy signer, move receiver, move amount, call, return. */
let transfer: Script
/** Transfers 5 octas twice, once by a generic call. */
let twice: Script

beforeAll(async () => {
  chain = await createTestChain()
  sender = chain.funded(1_000_000_000_000n)
  receiver = chain.funded(1n)
  const functionArguments = [addressOf(receiver), '5']
  const plain = { function: '0x1::aptos_account::transfer', typeArguments: [], functionArguments } as const
  const generic = { function: '0x1::coin::transfer', typeArguments: [APT_COIN_TYPE], functionArguments } as const
  const source = moduleSource(chain.ledger)
  transfer = scriptOf(await composeScript([plain], source))
  twice = scriptOf(await composeScript([generic, plain], source))
})
afterAll(() => chain[Symbol.asyncDispose]())

const CODE = [0x0a, 0, 0x0b, 1, 0x0b, 2, 0x11, 0, 0x02]

/** The transfer's tables with other code. */
function withCode(count: number, code: readonly number[]): Uint8Array {
  return Uint8Array.from([...transfer.bytecode.subarray(0, -CODE.length - 1), ...lengthOf(count), ...code])
}
const lengthOf = (count: number) => (count < 128 ? [count] : [(count & 0x7f) | 0x80, count >> 7])

function send(bytecode: Uint8Array, args = transfer.args, types: Script['type_args'] = []): CommittedTransaction {
  return sendScript(chain, sender, new Script(bytecode, types, args))
}
const failed = (status: string) => `Transaction Executed and Committed with Error ${status}`
/** The transfer's bytecode with a text or bytes replaced by others as long. */
function replaced(found: string, by: string): Uint8Array {
  const text = Buffer.from(transfer.bytecode).toString('latin1')
  expect(text).toContain(found)
  return Uint8Array.from(Buffer.from(text.replace(found, by), 'latin1'))
}

describe('code that the verifier rejects', () => {
  it('is derived from a valid script', () => {
    expect([...transfer.bytecode.subarray(-CODE.length)]).toEqual(CODE)
    expect(send(withCode(5, CODE)).info?.vmStatus).toBe('Executed successfully')
    expect(send(withCode(1, [0x02])).info?.vmStatus).toBe('Executed successfully')
  })

  it.each([
    ['EMPTY_CODE_UNIT', 0, []],
    ['POSITIVE_STACK_SIZE_AT_BLOCK_END', 2, [0x0b, 1, 0x02]],
    ['NEGATIVE_STACK_SIZE_WITHIN_BLOCK', 2, [0x01, 0x02]],
    ['NEGATIVE_STACK_SIZE_WITHIN_BLOCK', 2, [0x11, 0, 0x02]],
    ['MOVELOC_UNAVAILABLE_ERROR', 3, [0x0b, 1, 0x0b, 1, 0x02]],
    ['COPYLOC_UNAVAILABLE_ERROR', 4, [0x0b, 1, 0x01, 0x0a, 1, 0x02]],
    ['BORROWLOC_UNAVAILABLE_ERROR', 4, [0x0b, 1, 0x01, 0x0e, 1, 0x02]],
    ['BORROWLOC_REFERENCE_ERROR', 2, [0x0e, 0, 0x02]],
    ['READREF_TYPE_MISMATCH_ERROR', 3, [0x0a, 1, 0x14, 0x02]],
    ['READREF_WITHOUT_COPY_ABILITY', 3, [0x0a, 0, 0x14, 0x02]],
    ['STLOC_TYPE_MISMATCH_ERROR', 3, [0x0b, 1, 0x0c, 2, 0x02]],
    ['CALL_TYPE_MISMATCH_ERROR', 5, [0x0a, 0, 0x0b, 2, 0x0b, 1, 0x11, 0, 0x02]],
    ['INVALID_FALL_THROUGH', 4, [0x0a, 0, 0x0b, 1, 0x0b, 2, 0x11, 0]],
    ['INDEX_OUT_OF_BOUNDS', 2, [0x0a, 9, 0x02]],
    ['INDEX_OUT_OF_BOUNDS', 2, [0x11, 9, 0x02]],
    ['INDEX_OUT_OF_BOUNDS', 2, [0x07, 3, 0x02]],
    ['INDEX_OUT_OF_BOUNDS', 2, [0x38, 3, 0x02]],
    ['FEATURE_UNDER_GATING', 2, [0x02, 0x02]],
    ['FEATURE_UNDER_GATING', 2, [0x05, 0, 0x02]],
    ['FEATURE_UNDER_GATING', 3, [0x05, 2, 0x02, 0x02]],
    ['FEATURE_UNDER_GATING', 2, [0x18, 0x02]],
    ['NEGATIVE_STACK_SIZE_WITHIN_BLOCK', 2, [0x16, 0x02]],
    ['INTEGER_OP_TYPE_MISMATCH_ERROR', 4, [0x08, 0x08, 0x16, 0x02]],
    ['INTEGER_OP_TYPE_MISMATCH_ERROR', 4, [0x0b, 2, 0x08, 0x26, 0x02]],
    ['EQUALITY_OP_TYPE_MISMATCH_ERROR', 4, [0x0b, 2, 0x08, 0x21, 0x02]],
    ['BR_TYPE_MISMATCH_ERROR', 3, [0x0b, 2, 0x03, 2, 0x02]],
    ['ABORT_TYPE_MISMATCH_ERROR', 2, [0x08, 0x27]],
    ['INDEX_OUT_OF_BOUNDS', 3, [0x08, 0x03, 9, 0x02]],
    ['POSITIVE_STACK_SIZE_AT_BLOCK_END', 5, [0x08, 0x08, 0x03, 4, 0x01, 0x02]],
    // Moved by one of two ways: what is left of it may not be used.
    ['MOVELOC_UNAVAILABLE_ERROR', 7, [0x08, 0x03, 4, 0x0b, 1, 0x01, 0x0b, 1, 0x01, 0x02]],
    ['INVALID_FALL_THROUGH', 3, [0x08, 0x03, 2, 0x28]],
    ['CODE_DESERIALIZATION_ERROR', 2, [0xff, 0x02]],
    ['CODE_DESERIALIZATION_ERROR', 2, [0x00, 0x02]],
    ['CODE_DESERIALIZATION_ERROR', 5, [0x02]],
    ['CODE_DESERIALIZATION_ERROR', 1, [0x02, 0x02]],
    [
      'EXECUTION_LIMIT_REACHED',
      4_005,
      [...Array.from({ length: 1_001 }, () => [0x0a, 0, 0x0a, 1, 0x0a, 2, 0x11, 0]).flat(), 0x02],
    ],
    ['VALUE_STACK_OVERFLOW', 2_001, [...Array.from({ length: 2_000 }, () => 0x08), 0x02]],
  ] as const)('with %s: %i instructions', (status, count, code) => {
    const before = chain.balance(addressOf(receiver))
    expect(send(withCode(count, code)).info?.vmStatus).toBe(failed(status))
    expect(chain.balance(addressOf(receiver))).toBe(before)
  })

  it('for a missing function or module, or another signature', () => {
    expect(send(replaced('\x08transfer', '\x08transfex')).info?.vmStatus).toBe(failed('LOOKUP_FAILED'))
    expect(send(replaced('aptos_account', 'aptos_accounx')).info?.vmStatus).toBe(failed('LINKER_ERROR'))
    const [asU64, asU8] = ['\x03\x06\x0c\x05\x03', '\x03\x06\x0c\x05\x02']
    expect(send(replaced(asU64, asU8)).info?.vmStatus).toBe(failed('TYPE_MISMATCH'))
  })

  it('for bytes that are not bytecode', () => {
    const { bytecode } = transfer
    const wrong = [
      new Uint8Array(),
      bytecode.subarray(0, 20),
      replaced('\xa1\x1c', '\xa1\x1d'),
      Buffer.concat([bytecode, Buffer.alloc(1)]),
    ]
    for (const each of wrong) expect(send(each).info?.vmStatus).toBe(failed('CODE_DESERIALIZATION_ERROR'))
  })

  it('for arguments that do not fit', () => {
    const [to, amount] = transfer.args as [Serialized, Serialized]
    const { bytecode } = transfer
    expect(send(bytecode, [to]).info?.vmStatus).toBe(failed('NUMBER_OF_ARGUMENTS_MISMATCH'))
    expect(send(bytecode, [to, new U8(5)]).info?.vmStatus).toBe(failed('FAILED_TO_DESERIALIZE_ARGUMENT'))
    expect(send(bytecode, [to, new Serialized('0x05')]).info?.vmStatus).toBe(failed('FAILED_TO_DESERIALIZE_ARGUMENT'))
    const types = [new TypeTagU8()]
    expect(send(bytecode, [to, amount], types).info?.vmStatus).toBe(failed('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH'))
    expect(send(bytecode, [to, new U64(5n)]).info?.vmStatus).toBe('Executed successfully')
  })
})

it('a mutated script never crashes the chain, fails without a reason, or overspends the sender', () => {
  const edits = fc.array(
    fc.record({ at: fc.nat(), to: fc.nat(255), kind: fc.constantFrom('set', 'set', 'set', 'cut', 'add') }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(edits, fc.boolean(), (changes, isTwice) => {
      const script = isTwice ? twice : transfer
      const people = [sender, receiver].map(addressOf)
      const before = people.map(chain.balance)
      const sent = send(changes.reduce<Uint8Array>(edited, script.bytecode), script.args)
      expect(sent.info?.vmStatus).toMatch(STATUS)
      const [spent = 0n, gained = 0n] = people.map((who, at) => chain.balance(who) - (before[at] ?? 0n))
      expect(gained).toBe(sent.info?.success === true ? -spent - (sent.info.gasUsed ?? 0n) * 100n : 0n)
      expect([0n, 5n, 10n]).toContain(gained)
    }),
    { numRuns: fuzzScripts },
  )
}, 600_000)

function edited(bytes: Uint8Array, { at, to, kind }: { at: number; to: number; kind: string }): Uint8Array {
  const position = at % Math.max(1, bytes.length)
  if (kind === 'cut') return bytes.subarray(0, position)
  if (kind === 'add') return Uint8Array.from([...bytes.subarray(0, position), to, ...bytes.subarray(position)])
  return bytes.map((byte, index) => (index === position ? to : byte))
}
