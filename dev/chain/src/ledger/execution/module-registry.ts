import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { MoveFunction, MoveModule } from '../../modules/move-module.ts'
import { type MoveType, parseMoveType } from '../encoding/move-type.ts'

/** A function with its parameter types parsed, signers left out. */
export interface LinkedFunction {
  readonly module: MoveModule
  readonly definition: MoveFunction
  /** `0xaddr::module::name`, short address. */
  readonly id: string
  readonly parameters: readonly MoveType[]
  /** Number of required signers, before its parameters. */
  readonly signerCount: number
  readonly returns: readonly MoveType[]
}

/** The published modules. Fixed for the life of a chain program: nothing is published by transactions. */
export interface ModuleRegistry {
  readonly all: readonly MoveModule[]
  at(address: Address): readonly MoveModule[]
  module(address: Address, name: string): MoveModule | null
  /** @param id `address::module::function`, the address in any spelling. */
  resolve(id: string): LinkedFunction | null
}

/** Links modules, so that calls find their functions. */
export function createModuleRegistry(modules: readonly MoveModule[]): ModuleRegistry {
  const byAddress = Map.groupBy(modules, (module) => module.address)
  const functions = new Map<string, LinkedFunction>()
  for (const module of modules) for (const linked of linkFunctions(module)) functions.set(linked.id, linked)
  return {
    all: modules,
    at: (address) => byAddress.get(address) ?? [],
    module: (address, name) => byAddress.get(address)?.find((module) => module.name === name) ?? null,
    resolve: (id) => functions.get(id) ?? functions.get(canonicalId(id)) ?? null,
  }
}

function linkFunctions(module: MoveModule): LinkedFunction[] {
  const prefix = `${toShortAddress(module.address)}::${module.name}`
  return module.functions.map((definition) => ({
    module,
    definition,
    id: `${prefix}::${definition.name}`,
    parameters: definition.parameters.filter((type) => !isSigner(type)).map(parseMoveType),
    signerCount: definition.parameters.filter(isSigner).length,
    returns: definition.returns.map(parseMoveType),
  }))
}

/** Returns whether a parameter is a signer, which takes no argument. */
export function isSigner(type: string): boolean {
  return type === 'signer' || type === '&signer'
}

function canonicalId(id: string): string {
  const [address, ...rest] = id.split('::')
  const parsed = toAddressOrNull(address ?? '')
  return parsed === null ? id : [toShortAddress(parsed), ...rest].join('::')
}
