import type { CallArgument } from '@aptos-labs/script-composer-pack'
import { errorMessage, NotOfferedError } from '@opal/domain/errors'
import type { EntryFunctionPayload, PayloadArgument, PublishedModule, ScriptPayload } from '@opal/domain/payload'
import { bytesToHex } from '@opal/domain/text/hex'
import { argumentBytes } from './argument-bytes.ts'

/** An argument that an earlier call of the same script returns; a value that cannot be copied goes to the first call that takes it. */
export interface ReturnedValue {
  /** Position of that call in the script. */
  readonly returnedBy: number
}

/** A call of a script. */
export interface ScriptedCall extends Omit<EntryFunctionPayload, 'functionArguments'> {
  readonly functionArguments: readonly (PayloadArgument | ReturnedValue)[]
}

/** Asks for a module by `0x…::name`. */
export type ModuleSource = (moduleId: string) => Promise<PublishedModule>

/** Composes a number of calls when its turn comes: composing thirty takes a dozen milliseconds, in which the thread does nothing else. */
export type ComposeTurn = (calls: number, compose: () => ScriptPayload) => Promise<ScriptPayload>

const IMMEDIATELY: ComposeTurn = async (_calls, compose) => compose()

/** Most calls of a script: no useful transaction makes more. The node's own bound is the transaction's size. */
const MAX_CALLS = 100
const STRUCT = /0x[0-9a-f]{1,64}::\w+(?=::\w+)/gi

/**
 * Composes calls into one script, signed and executed as one transaction: all or none, in order.
 *
 * The composer is Aptos' own, in WebAssembly that its package carries: nothing is fetched but the modules, and it runs in
 * Node and in a browser (which may want a `buffer` module from its bundler). It is loaded when it is first used.
 *
 * @NOTE The package is pinned below 0.2.4: from there on it carries a composer that is not under a free licence.
 * @param inTurn waits for what else the thread has to do; composes at once when left out.
 * @throws NotOfferedError when a call does not fit the module on chain; what `inTurn` throws.
 */
export async function composeScript(
  calls: readonly ScriptedCall[],
  moduleOf: ModuleSource,
  inTurn = IMMEDIATELY,
): Promise<ScriptPayload> {
  if (calls.length === 0 || calls.length > MAX_CALLS) throw misfit(`1 to ${MAX_CALLS} calls can be composed`)
  const modules = await collectModules(calls, moduleOf)
  const composer = await import('@aptos-labs/script-composer-pack')
  composer.initSync({ module: composer.wasmModule })
  return inTurn(calls.length, () => {
    try {
      return { type: 'script', bytes: `0x${bytesToHex(compose(composer, calls, modules))}` }
    } catch (cause) {
      throw misfit(errorMessage(cause))
    }
  })
}

type Composer = typeof import('@aptos-labs/script-composer-pack')
/** Results of the calls so far, by their positions; null for nothing, and for what a later call has taken. */
type Returned = (CallArgument | null)[]

/** Frees what it makes of the composer's: that memory is not JavaScript's, and does not make the garbage collector run. */
function compose(
  { CallArgument, TransactionComposer }: Composer,
  calls: readonly ScriptedCall[],
  modules: ReadonlyMap<string, PublishedModule>,
): Uint8Array {
  const composer = TransactionComposer.single_signer()
  const returned: Returned = []
  try {
    for (const { bytecode } of modules.values()) composer.store_module(bytecode)
    for (const call of calls) {
      const { moduleId, name, args } = readCall(call, modules)
      const given = args.map((arg) => {
        if (arg.kind === 'signer') return CallArgument.newSigner(0)
        return arg.kind === 'bytes' ? CallArgument.newBytes(arg.bytes) : takeReturned(returned, arg)
      })
      const [result = null, ...others] = composer.add_batched_call(moduleId, name, [...call.typeArguments], given)
      returned.push(result)
      for (const other of others) other.free()
    }
  } catch (cause) {
    composer.free()
    throw cause
  } finally {
    for (const result of returned) result?.free()
  }
  // Frees the composer, even if it throws.
  return composer.generate_batched_calls(true)
}

/** Types of values that can be used any number of times. */
const COPIED = /^(?:address|bool|u\d+)$/

/** Returns what an earlier call has returned, or a copy of it. @throws TypeError where there is nothing, or not any more. */
function takeReturned(
  returned: Returned,
  { type, from }: { readonly type: string; readonly from: number },
): CallArgument {
  const value = returned[from] ?? null
  if (value === null) throw new TypeError(`Call ${from} has returned nothing that is left.`)
  if (COPIED.test(type)) return value.copy()
  returned[from] = null
  return value
}

/** Returns the modules called, and those of the types they are called with. */
async function collectModules(calls: readonly ScriptedCall[], moduleOf: ModuleSource) {
  const ids = calls.flatMap((call) => [
    moduleIdOf(call),
    ...call.typeArguments.flatMap((type) => type.match(STRUCT) ?? []),
  ])
  const unique = [...new Set(ids)]
  const found = await Promise.all(unique.map(moduleOf))
  return new Map(unique.map((id, at) => [id, found[at] as PublishedModule]))
}

/** An argument of a call as the composer takes it. */
type ReadArgument =
  | { readonly kind: 'signer' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'returned'; readonly type: string; readonly from: number }

/** @throws TypeError */
function readCall(call: ScriptedCall, modules: ReadonlyMap<string, PublishedModule>) {
  const moduleId = moduleIdOf(call)
  const name = call.function.slice(moduleId.length + 2)
  const found = modules.get(moduleId)?.functions.find((candidate) => candidate.name === name)
  if (found === undefined) throw new TypeError(`There is no function ${call.function}.`)
  if (!found.isPublic) throw new TypeError(`Scripts may not call ${call.function}.`)
  const types = found.parameters.map((type) => filled(type, call.typeArguments))
  const signers = types.filter((type) => /^&?signer$/.test(type)).length
  if (types.length - signers !== call.functionArguments.length) throw new TypeError(`${name} takes other arguments.`)
  const args = types.map((type, at): ReadArgument => {
    if (at < signers) return { kind: 'signer' }
    const argument = call.functionArguments[at - signers]
    return isReturned(argument)
      ? { kind: 'returned', type, from: argument.returnedBy }
      : { kind: 'bytes', bytes: argumentBytes(type, argument) }
  })
  return { moduleId, name, args }
}

function isReturned(argument: PayloadArgument | ReturnedValue | undefined): argument is ReturnedValue {
  return typeof argument === 'object' && argument !== null && 'returnedBy' in argument
}

function filled(type: string, typeArguments: readonly string[]): string {
  return type.replace(/\bT(\d{1,2})\b/g, (text, index: string) => typeArguments[Number(index)] ?? text)
}

function moduleIdOf({ function: id }: Pick<ScriptedCall, 'function'>): string {
  return id.slice(0, id.lastIndexOf('::'))
}

function misfit(reason: string): NotOfferedError {
  return new NotOfferedError('script', 'compose', `The calls could not be composed: ${reason}`)
}
