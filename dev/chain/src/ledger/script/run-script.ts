import { MoveExecutionFailure, type MoveOutput, type MoveValue } from '../../modules/move-module.ts'
import { isPlainStruct } from '../encoding/encode-move-json.ts'
import { type MoveType, optionItem, parseMoveType, printMoveType } from '../encoding/move-type.ts'
import { decodeBcsArgument, readJsonArgument } from '../encoding/move-values.ts'
import type { ExecutionContext } from '../execution/execution-context.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { assertObjectArguments } from '../state/objects.ts'
import { readCompiledScript } from './compiled-script.ts'
import { type LinkedCall, withoutSigners } from './link-call.ts'
import { requireSmall } from './link-types.ts'
import type { ScriptCall } from './script-call.ts'
import { ScriptAbort, ScriptFault, unsupported } from './script-fault.ts'
import { type Step, type VerifiedScript, verifyScript } from './verify-script.ts'

/** Placeholder for a script's signer: modules know who signed from the context. */
const SIGNER = null

/**
 * Runs a script: its calls, in order, in the transaction of the context.
 * @param signers how many signed, the fee payer left out.
 * @throws ScriptFault before anything ran; MoveAbort when a call aborts.
 */
export function runScript(call: ScriptCall, modules: ModuleRegistry, context: ExecutionContext, signers: number): void {
  const typeArguments = call.typeArguments.map((text) => requireSmall(parseMoveType(text)))
  const script = verifyScript(readCompiledScript(call.code), typeArguments, modules)
  const { count, types } = splitSigners(script.parameters)
  if (count > 0 && count !== signers) throw new ScriptFault('NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH', `${count} signers`)
  if (count > 1) throw unsupported('a script of several signers')
  const args = readArguments(types, call.args)
  assertObjectArguments(context, types, args)
  runSteps(script, [...Array.from({ length: count }, () => SIGNER), ...args], context)
}

/** The signers of a script come first. @throws ScriptFault for parameters that no transaction can fill. */
function splitSigners(parameters: readonly MoveType[]): { count: number; types: readonly MoveType[] } {
  const first = parameters.findIndex((type) => !isSignerType(type))
  const count = first === -1 ? parameters.length : first
  const types = parameters.slice(count)
  const wrong = types.find((type) => !isArgumentType(type))
  if (wrong !== undefined) throw new ScriptFault('INVALID_MAIN_FUNCTION_SIGNATURE', printMoveType(wrong))
  return { count, types }
}

function readArguments(types: readonly MoveType[], args: readonly Uint8Array[]): readonly MoveValue[] {
  if (types.length !== args.length) throw new ScriptFault('NUMBER_OF_ARGUMENTS_MISMATCH', `${types.length} arguments`)
  return types.map((type, position) => {
    try {
      return decodeBcsArgument(type, args[position] as Uint8Array)
    } catch {
      throw new ScriptFault('FAILED_TO_DESERIALIZE_ARGUMENT', printMoveType(type))
    }
  })
}

/** @throws ScriptAbort, MoveAbort, MoveExecutionFailure */
function runSteps({ steps }: VerifiedScript, locals: MoveValue[], context: ExecutionContext): void {
  const stack: MoveValue[] = []
  const pop = () => stack.pop() as MoveValue
  for (let position = 0; position < steps.length; position += 1) {
    const step = steps[position] as Step
    switch (step.op) {
      case 'push':
        stack.push(step.value)
        break
      case 'pop':
        pop()
        break
      // Values never change: a reference to one is the value.
      case 'read-reference':
      case 'nop':
        break
      case 'copy':
      case 'move':
      case 'borrow':
        stack.push(locals[step.local] as MoveValue)
        break
      case 'store':
        locals[step.local] = pop()
        break
      case 'operate': {
        const [right, left] = [pop(), pop()]
        stack.push(operate(step, left, right, position))
        break
      }
      case 'branch':
        if (step.when === null || pop() === step.when) position = step.target - 1
        break
      case 'abort':
        throw new ScriptAbort(pop() as bigint)
      case 'return':
        return
      case 'call': {
        const args = step.call.parameters.map(pop).reverse()
        stack.push(...runCall(step.call, args, context))
      }
    }
  }
}

/** @throws MoveExecutionFailure for a result that the type cannot hold. */
function operate(
  { operator, bits }: Extract<Step, { op: 'operate' }>,
  left: MoveValue,
  right: MoveValue,
  position: number,
): MoveValue {
  if (operator === 'equal') return left === right
  if (operator === 'unequal') return left !== right
  const [first, second] = [BigInt(left as bigint), BigInt(right as bigint)]
  switch (operator) {
    case 'less':
      return first < second
    case 'greater':
      return first > second
    case 'at-most':
      return first <= second
    case 'at-least':
      return first >= second
    case 'add':
    case 'subtract': {
      const result = operator === 'add' ? first + second : first - second
      if (result < 0n || result >> BigInt(bits ?? 0) !== 0n) throw new MoveExecutionFailure('script', position)
      return (bits ?? 0) <= 32 ? Number(result) : result
    }
  }
}

function runCall(call: LinkedCall, args: readonly MoveValue[], context: ExecutionContext): readonly MoveValue[] {
  const results = context.call(call.target.id, call.typeArguments, withoutSigners(call, args))
  if (results.length !== call.returns.length) throw new Error(`${call.target.id} returned ${results.length} values`)
  return call.returns.map((type, position) => toValue(type, results[position] as MoveOutput))
}

/** Returns a result as the next call takes it. Structs that are no arguments pass as they are. */
function toValue(type: MoveType, result: MoveOutput): MoveValue {
  return isArgumentType(type) ? readJsonArgument(type, result) : (result as MoveValue)
}

function isSignerType(type: MoveType): boolean {
  const inner = type.kind === 'reference' && !type.isMutable ? type.to : type
  return inner.kind === 'primitive' && inner.name === 'signer'
}

function isArgumentType(type: MoveType): boolean {
  if (type.kind === 'primitive') return type.name !== 'signer'
  if (type.kind === 'vector') return isArgumentType(type.of)
  const item = optionItem(type)
  if (item !== null) return isArgumentType(item)
  return type.kind === 'struct' && isPlainStruct(type)
}
