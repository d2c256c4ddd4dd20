import type { MoveFunction, MoveModule } from '../../modules/move-module.ts'
import { parseMoveType } from '../encoding/move-type.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { BytecodePools, indices } from './bytecode-pools.ts'
import { declaredStruct, frameworkStructsOf } from './struct-abilities.ts'

/** Finds modules by name. */
export type ModuleFinder = Pick<ModuleRegistry, 'module'>

const HEADER = Uint8Array.of(0xa1, 0x1c, 0xeb, 0x0b, 6, 0, 0, 0)
const [STRUCT_DEFINITIONS, FUNCTION_DEFINITIONS] = [0xa, 0xc]
const NATIVE_STRUCT = 1
const VISIBILITY = { private: 0, public: 1, friend: 3 } as const
const [NATIVE_FUNCTION, ENTRY] = [2, 4]

const known = new WeakMap<MoveModule, Uint8Array>()

/**
 * Returns a module's interface as bytecode: its structs and functions, all native, as they are written in
 * TypeScript. Tools that read signatures from bytecode, such as script composers, can work with it.
 */
export function interfaceBytecode(module: MoveModule, modules: ModuleFinder): Uint8Array {
  const made = known.get(module) ?? write(module, modules)
  known.set(module, made)
  return made
}

function write(module: MoveModule, modules: ModuleFinder): Uint8Array {
  const pools = new BytecodePools(({ address, module: home, name }) => declaredStruct(modules, address, home, name))
  const self = pools.module(module.address, module.name)
  const structs = structsOf(module).map(({ name, typeParameters }) =>
    indices(pools.struct({ address: module.address, module: module.name, name }, typeParameters), NATIVE_STRUCT),
  )
  const functions = module.functions.map((move) => functionDefinition(pools, self, move))
  const definitions: readonly (readonly [number, Uint8Array])[] = [
    [STRUCT_DEFINITIONS, Buffer.concat(structs)],
    [FUNCTION_DEFINITIONS, Buffer.concat(functions)],
  ]
  const tables = [...pools.tables(), ...definitions].filter(([, bytes]) => bytes.length > 0)
  let offset = 0
  const headers = tables.map(([kind, { length }]) => {
    offset += length
    return indices(kind, offset - length, length)
  })
  const contents = tables.map(([, bytes]) => bytes)
  return Buffer.concat([HEADER, indices(tables.length), ...headers, ...contents, indices(self)])
}

function structsOf(module: MoveModule): readonly { readonly name: string; readonly typeParameters: number }[] {
  const listed = module.structs.map(({ name, typeParameters }) => ({ name, typeParameters }))
  const names = new Set(listed.map(({ name }) => name))
  return [...listed, ...frameworkStructsOf(module).filter(({ name }) => !names.has(name))]
}

function functionDefinition(pools: BytecodePools, self: number, move: MoveFunction): Uint8Array {
  const handle = pools.function(
    self,
    move.name,
    move.parameters.map(parseMoveType),
    move.returns.map(parseMoveType),
    move.typeParameters,
  )
  const flags = NATIVE_FUNCTION | (move.isEntry ? ENTRY : 0)
  return indices(handle, VISIBILITY[move.visibility], flags, 0)
}
