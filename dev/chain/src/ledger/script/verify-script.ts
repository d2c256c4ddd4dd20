import type { MoveValue } from '../../modules/move-module.ts'
import { type MoveType, printMoveType } from '../encoding/move-type.ts'
import { decodeBcsArgument } from '../encoding/move-values.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { at, type CompiledScript } from './compiled-script.ts'
import { type LinkedCall, linkCall } from './link-call.ts'
import { createTypeLinker } from './link-types.ts'
import type { Instruction, Operator } from './script-code.ts'
import { ScriptFault, unsupported } from './script-fault.ts'
import { type Held, ScriptFrame } from './script-frame.ts'

/** One thing to do, with nothing left to check. */
export type Step =
  | { readonly op: 'pop' | 'read-reference' | 'nop' | 'return' | 'abort' }
  /** `bits` are those of the operands' type; null where they are no numbers. */
  | { readonly op: 'operate'; readonly operator: Operator; readonly bits: number | null }
  | { readonly op: 'branch'; readonly when: boolean | null; readonly target: number }
  | { readonly op: 'push'; readonly value: MoveValue }
  | { readonly op: 'copy' | 'move' | 'store' | 'borrow'; readonly local: number }
  | { readonly op: 'call'; readonly call: LinkedCall }

/** A script that may run. */
export interface VerifiedScript {
  /** Signers first. */
  readonly parameters: readonly MoveType[]
  readonly steps: readonly Step[]
}

/** More calls than any transaction of use makes. */
const MAX_CALLS = 1_000

/**
 * Holds a script against the modules it calls: every index, type, ability and local, as Move's verifier does for code
 * without loops. A step has the index of its instruction.
 * @throws ScriptFault
 */
export function verifyScript(
  script: CompiledScript,
  typeArguments: readonly MoveType[],
  modules: ModuleRegistry,
): VerifiedScript {
  if (typeArguments.length !== script.typeParameters) {
    throw new ScriptFault('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH', `a script with ${script.typeParameters} type parameters`)
  }
  const linker = createTypeLinker(script.tables, typeArguments, modules)
  const parameters = linker.types(script.parameters)
  const frame = new ScriptFrame(parameters, linker.types(script.locals), modules)
  const linked = linkCalls(script, typeArguments, modules)
  const constantAt = (index: number) => {
    const { type, data } = at(script.tables.constants, index)
    const constant = linker.type(type)
    return { constant, value: constantValue(constant, data) }
  }
  const ways = new Map<number, readonly (readonly Held[])[]>()
  let isReached = true
  const steps = script.code.map((instruction, position): Step => {
    isReached = arrive(frame, ways.get(position) ?? [], isReached)
    if (instruction.op === 'branch') {
      const { when, target } = instruction
      at(script.code, target)
      if (target <= position) throw unsupported('loops')
      if (when !== null) frame.decide()
      ways.set(target, [...(ways.get(target) ?? []), frame.leave()])
    }
    isReached = !endsHere(instruction)
    return readStep(instruction, frame, { linked, constantAt })
  })
  if (isReached) throw new ScriptFault('INVALID_FALL_THROUGH', 'no return at the end')
  if (steps.filter(({ op }) => op === 'call').length > MAX_CALLS) {
    throw new ScriptFault('EXECUTION_LIMIT_REACHED', `more than ${MAX_CALLS} calls`)
  }
  return { parameters, steps }
}

/** Begins an instruction that is fallen into, branched to, or both. @returns true */
function arrive(frame: ScriptFrame, ways: readonly (readonly Held[])[], isReached: boolean): true {
  if (ways.length > 0) frame.enter(isReached ? [...ways, frame.leave()] : ways)
  else if (!isReached) throw unsupported('code that nothing reaches')
  return true
}

function endsHere(instruction: Instruction): boolean {
  const { op } = instruction
  return op === 'return' || op === 'abort' || (op === 'branch' && instruction.when === null)
}

interface Pools {
  readonly linked: (isGeneric: boolean, index: number) => LinkedCall
  readonly constantAt: (index: number) => { readonly constant: MoveType; readonly value: MoveValue }
}

/** Applies an instruction's stack effect to the frame. */
function readStep(instruction: Instruction, frame: ScriptFrame, { linked, constantAt }: Pools): Step {
  switch (instruction.op) {
    case 'return':
      frame.end()
      return { op: 'return' }
    case 'abort':
      frame.abort()
      frame.leave()
      return { op: 'abort' }
    case 'branch':
    case 'nop':
      return instruction
    case 'pop':
    case 'read-reference':
      frame[instruction.op === 'pop' ? 'pop' : 'readReference']()
      return { op: instruction.op }
    case 'operate':
      return { ...instruction, bits: frame.operate(instruction.operator) }
    case 'copy':
    case 'move':
    case 'store':
    case 'borrow':
      frame[instruction.op](instruction.local)
      return instruction
    case 'load':
      frame.push({ kind: 'primitive', name: instruction.type })
      return { op: 'push', value: loaded(instruction.type, instruction.value) }
    case 'constant': {
      const { constant, value } = constantAt(instruction.index)
      frame.push(constant)
      return { op: 'push', value }
    }
    case 'call':
    case 'call-generic': {
      const call = linked(instruction.op === 'call-generic', instruction.index)
      frame.call(call)
      return { op: 'call', call }
    }
  }
}

/** Links each handle or instantiation once, when it is first called. */
function linkCalls({ tables }: CompiledScript, typeArguments: readonly MoveType[], modules: ModuleRegistry) {
  const known = new Map<string, LinkedCall>()
  const linker = createTypeLinker(tables, typeArguments, modules)
  const placeholders = Array.from({ length: 32 }, (_, index) => ({ kind: 'parameter', index }) as const)
  const generic = createTypeLinker(tables, placeholders, modules)
  return (isGeneric: boolean, index: number): LinkedCall => {
    const key = `${isGeneric}${index}`
    const found = known.get(key)
    if (found !== undefined) return found
    const instantiation = isGeneric ? at(tables.instantiations, index) : { handle: index, typeArguments: null }
    const handle = at(tables.functions, instantiation.handle)
    const filled =
      instantiation.typeArguments === null ? [] : linker.types(at(tables.signatures, instantiation.typeArguments))
    const call = linkCall(tables, handle, filled, generic, modules)
    known.set(key, call)
    return call
  }
}

function loaded(type: string, value: bigint): MoveValue {
  if (type === 'bool') return value === 1n
  return type === 'u8' || type === 'u16' || type === 'u32' ? Number(value) : value
}

/** @throws ScriptFault */
function constantValue(type: MoveType, data: Uint8Array): MoveValue {
  if (!isConstantType(type)) throw new ScriptFault('INVALID_CONSTANT_TYPE', printMoveType(type))
  try {
    return decodeBcsArgument(type, data)
  } catch {
    throw new ScriptFault('MALFORMED_CONSTANT_DATA', printMoveType(type))
  }
}

function isConstantType(type: MoveType): boolean {
  return type.kind === 'vector' ? isConstantType(type.of) : type.kind === 'primitive' && type.name !== 'signer'
}
