import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveModule, MoveStruct } from '../../modules/move-module.ts'
import type { MoveType } from '../encoding/move-type.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { ScriptFault } from './script-fault.ts'

/** Abilities of a type, as a bit set. @source move-binary-format AbilitySet */
export const ABILITY = { copy: 1, drop: 2, store: 4, key: 8 } as const
const VALUE = ABILITY.copy | ABILITY.drop | ABILITY.store
const ALL = VALUE | ABILITY.key

/** A struct as its module declares it. */
export interface DeclaredStruct {
  readonly abilities: number
  /** Set when the type argument does not affect the struct's abilities. */
  readonly isPhantom: boolean
}

/** The framework's value types that no module here lists among its structs. */
const FRAMEWORK: Readonly<Record<string, DeclaredStruct>> = {
  '0x1::string::String': { abilities: VALUE, isPhantom: false },
  '0x1::option::Option': { abilities: VALUE, isPhantom: false },
  '0x1::object::Object': { abilities: VALUE, isPhantom: true },
  '0x1::coin::Coin': { abilities: ABILITY.store, isPhantom: true },
  '0x1::aptos_coin::AptosCoin': { abilities: ABILITY.key, isPhantom: false },
  '0x1::object::ObjectCore': { abilities: ABILITY.key, isPhantom: false },
}

const GENERIC: ReadonlySet<string> = new Set(['0x1::option::Option', '0x1::object::Object', '0x1::coin::Coin'])

/** Returns those of the framework's value types that belong to a module. */
export function frameworkStructsOf({ address, name }: Pick<MoveModule, 'address' | 'name'>) {
  const prefix = `${toShortAddress(address)}::${name}::`
  return Object.keys(FRAMEWORK)
    .filter((type) => type.startsWith(prefix))
    .map((type) => ({ name: type.slice(prefix.length), typeParameters: GENERIC.has(type) ? 1 : 0 }))
}

/** Returns the declaration of a struct; null for a struct that no module declares. */
export function declaredStruct(
  modules: Pick<ModuleRegistry, 'module'>,
  address: Address,
  module: string,
  name: string,
): DeclaredStruct | null {
  const framework = FRAMEWORK[`${toShortAddress(address)}::${module}::${name}`]
  if (framework !== undefined) return framework
  const found = modules.module(address, module)?.structs.find((struct) => struct.name === name)
  return found === undefined ? null : { abilities: bitsOf(found), isPhantom: false }
}

/** @throws ScriptFault for a struct that no module declares. */
export function abilitiesOf(modules: ModuleRegistry, type: MoveType): number {
  switch (type.kind) {
    case 'primitive':
      return type.name === 'signer' ? ABILITY.drop : VALUE
    case 'reference':
      return ABILITY.copy | ABILITY.drop
    case 'vector':
      return VALUE & abilitiesOf(modules, type.of)
    case 'parameter':
      return 0
    case 'struct': {
      const declared = declaredStruct(modules, type.address, type.module, type.name)
      if (declared === null) throw new ScriptFault('LINKER_ERROR', `there is no ${type.module}::${type.name}`)
      const inner = declared.isPhantom ? [] : type.typeArguments.map((argument) => abilitiesOf(modules, argument))
      return inner.reduce((left, right) => left & right, declared.abilities & ALL)
    }
  }
}

function bitsOf({ abilities }: MoveStruct): number {
  return abilities.reduce((bits, ability) => bits | ABILITY[ability], 0)
}
