import { NotOfferedError } from '@opal/domain/errors'
import type { EntryFunctionPayload, ScriptPayload } from '@opal/domain/payload'
import { bytesToHex } from '@opal/domain/text/hex'
import { argumentBytes } from './argument-bytes.ts'

/** A module as the node shows it. */
export interface PublishedModule {
  readonly bytecode: Uint8Array
  readonly functions: readonly {
    readonly name: string
    /** Scripts may call public functions only; an entry function need not be one. */
    readonly isPublic: boolean
    /** Move types as the node prints them, signers included; `T0`, `T1` are type parameters. */
    readonly parameters: readonly string[]
  }[]
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
  calls: readonly EntryFunctionPayload[],
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
      throw misfit(cause instanceof Error ? cause.message : String(cause))
    }
  })
}

/** Frees what it makes of the composer's: that memory is not JavaScript's, and does not make the garbage collector run. */
function compose(
  { CallArgument, TransactionComposer }: typeof import('@aptos-labs/script-composer-pack'),
  calls: readonly EntryFunctionPayload[],
  modules: ReadonlyMap<string, PublishedModule>,
): Uint8Array {
  const composer = TransactionComposer.single_signer()
  try {
    for (const { bytecode } of modules.values()) composer.store_module(bytecode)
    for (const call of calls) {
      const { moduleId, name, args } = readCall(call, modules)
      const given = args.map((bytes) => (bytes === null ? CallArgument.newSigner(0) : CallArgument.newBytes(bytes)))
      for (const result of composer.add_batched_call(moduleId, name, [...call.typeArguments], given)) result.free()
    }
  } catch (cause) {
    composer.free()
    throw cause
  }
  // Frees it, also when it throws.
  return composer.generate_batched_calls(true)
}

/** Returns the modules called, and those of the types they are called with. */
async function collectModules(calls: readonly EntryFunctionPayload[], moduleOf: ModuleSource) {
  const ids = calls.flatMap((call) => [
    moduleIdOf(call),
    ...call.typeArguments.flatMap((type) => type.match(STRUCT) ?? []),
  ])
  const unique = [...new Set(ids)]
  const found = await Promise.all(unique.map(moduleOf))
  return new Map(unique.map((id, at) => [id, found[at] as PublishedModule]))
}

/** @returns the arguments' bytes, null for a signer. @throws TypeError */
function readCall(call: EntryFunctionPayload, modules: ReadonlyMap<string, PublishedModule>) {
  const moduleId = moduleIdOf(call)
  const name = call.function.slice(moduleId.length + 2)
  const found = modules.get(moduleId)?.functions.find((candidate) => candidate.name === name)
  if (found === undefined) throw new TypeError(`There is no function ${call.function}.`)
  if (!found.isPublic) throw new TypeError(`Scripts may not call ${call.function}.`)
  const types = found.parameters.map((type) => filled(type, call.typeArguments))
  const signers = types.filter((type) => /^&?signer$/.test(type)).length
  if (types.length - signers !== call.functionArguments.length) throw new TypeError(`${name} takes other arguments.`)
  const args = types.map((type, at) =>
    at < signers ? null : argumentBytes(type, call.functionArguments[at - signers]),
  )
  return { moduleId, name, args }
}

function filled(type: string, typeArguments: readonly string[]): string {
  return type.replace(/\bT(\d{1,2})\b/g, (text, index: string) => typeArguments[Number(index)] ?? text)
}

function moduleIdOf({ function: id }: EntryFunctionPayload): string {
  return id.slice(0, id.lastIndexOf('::'))
}

function misfit(reason: string): NotOfferedError {
  return new NotOfferedError('script', 'compose', `The calls could not be composed: ${reason}`)
}
