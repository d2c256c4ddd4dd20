import type { BytecodeCursor } from './bytecode-cursor.ts'
import { malformed, unsupported } from './script-fault.ts'

/** Two numbers of one type to one value: a number of that type, or a bool. */
export type Operator = 'add' | 'subtract' | 'equal' | 'unequal' | 'less' | 'greater' | 'at-most' | 'at-least'

/** The instructions that this chain runs: calls, and what scripts need to hold their results against limits. */
export type Instruction =
  | { readonly op: PlainOp }
  | { readonly op: 'operate'; readonly operator: Operator }
  /** To a later instruction, by its position; `when` is what has to be on the stack. */
  | { readonly op: 'branch'; readonly when: boolean | null; readonly target: number }
  | {
      readonly op: 'load'
      readonly type: 'bool' | 'u8' | 'u16' | 'u32' | 'u64' | 'u128' | 'u256'
      readonly value: bigint
    }
  | { readonly op: 'copy' | 'move' | 'store' | 'borrow'; readonly local: number }
  | { readonly op: 'constant' | 'call' | 'call-generic'; readonly index: number }

type PlainOp = 'pop' | 'return' | 'nop' | 'read-reference' | 'abort'
type Read = (cursor: BytecodeCursor) => Instruction

const MAX_INDEX = 65_535
const plain =
  (op: PlainOp): Read =>
  () => ({ op })
const load =
  (type: 'u8' | 'u16' | 'u32' | 'u64' | 'u128' | 'u256', bytes: number): Read =>
  (cursor) => ({ op: 'load', type, value: cursor.integer(bytes) })
const local =
  (op: 'copy' | 'move' | 'store' | 'borrow'): Read =>
  (cursor) => ({ op, local: cursor.index(255) })
const operate =
  (operator: Operator): Read =>
  () => ({ op: 'operate', operator })
const branch =
  (when: boolean | null): Read =>
  (cursor) => ({ op: 'branch', when, target: cursor.index(MAX_INDEX) })
const indexed =
  (op: 'constant' | 'call' | 'call-generic'): Read =>
  (cursor) => ({ op, index: cursor.index(MAX_INDEX) })

/** @source move-binary-format Opcodes */
const OPCODES: Readonly<Record<number, Read>> = {
  1: plain('pop'),
  2: plain('return'),
  3: branch(true),
  4: branch(false),
  5: branch(null),
  6: load('u64', 8),
  7: indexed('constant'),
  8: () => ({ op: 'load', type: 'bool', value: 1n }),
  9: () => ({ op: 'load', type: 'bool', value: 0n }),
  10: local('copy'),
  11: local('move'),
  12: local('store'),
  14: local('borrow'),
  17: indexed('call'),
  20: plain('read-reference'),
  22: operate('add'),
  23: operate('subtract'),
  33: operate('equal'),
  34: operate('unequal'),
  35: operate('less'),
  36: operate('greater'),
  37: operate('at-most'),
  38: operate('at-least'),
  39: plain('abort'),
  40: plain('nop'),
  49: load('u8', 1),
  50: load('u128', 16),
  56: indexed('call-generic'),
  72: load('u16', 2),
  73: load('u32', 4),
  74: load('u256', 32),
}
const LAST_OPCODE = 0x5f

/**
 * Returns the instructions of a script.
 * @throws ScriptFault for bytes that are none, and for structs, vectors and whatever else this chain does not run.
 */
export function readCode(cursor: BytecodeCursor): readonly Instruction[] {
  const code = Array.from({ length: cursor.index(MAX_INDEX) }, () => {
    const opcode = cursor.byte()
    const read = OPCODES[opcode]
    if (read !== undefined) return read(cursor)
    throw opcode > 0 && opcode <= LAST_OPCODE ? unsupported(`instruction ${opcode}`) : malformed('no instruction')
  })
  return code
}
