import { type MoveType, printMoveType } from '../encoding/move-type.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { at } from './compiled-script.ts'
import { ScriptFault } from './script-fault.ts'
import type { ScriptTables } from './script-tables.ts'
import type { Token } from './signature-token.ts'
import { declaredStruct } from './struct-abilities.ts'

/** @source mainnet's verifier: max_type_nodes */
const MAX_NODES = 256

/** Turns a script's types into ours, with its type arguments filled in. */
export interface TypeLinker {
  /** @throws ScriptFault */
  type(token: Token): MoveType
  types(tokens: readonly Token[]): readonly MoveType[]
}

/** @param typeArguments of the transaction; a type may not grow past what the VM allows by filling them in. */
export function createTypeLinker(
  tables: ScriptTables,
  typeArguments: readonly MoveType[],
  modules: ModuleRegistry,
): TypeLinker {
  const sizes = typeArguments.map((type) => nodesOf(type))
  const link = (token: Token, budget: { left: number }, isInner: boolean): MoveType => {
    budget.left -= token.kind === 'parameter' ? (sizes[token.index] ?? 1) : 1
    if (budget.left < 0) throw new ScriptFault('TOO_MANY_TYPE_NODES', 'a type is too large')
    switch (token.kind) {
      case 'primitive':
        return token
      case 'vector':
        return { kind: 'vector', of: link(token.of, budget, true) }
      case 'reference':
        if (isInner) throw new ScriptFault('INVALID_SIGNATURE_TOKEN', 'a reference inside a type')
        return { ...token, to: link(token.to, budget, true) }
      case 'parameter':
        return at(typeArguments, token.index)
      case 'struct':
        return linkStruct(
          token.handle,
          token.typeArguments.map((inner) => link(inner, budget, true)),
        )
    }
  }
  const linkStruct = (handle: number, filled: readonly MoveType[]): MoveType => {
    const { module, name, abilities, typeParameters } = at(tables.structs, handle)
    const home = at(tables.modules, module)
    const [address, moduleName] = [at(tables.addresses, home.address), at(tables.identifiers, home.name)]
    const struct = at(tables.identifiers, name)
    const declared = declaredStruct(modules, address, moduleName, struct)
    if (declared === null) throw new ScriptFault('LINKER_ERROR', `there is no ${moduleName}::${struct}`)
    if (declared.abilities !== abilities) throw new ScriptFault('TYPE_MISMATCH', `${struct} has other abilities`)
    if (filled.length !== typeParameters) throw new ScriptFault('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH', struct)
    return { kind: 'struct', address, module: moduleName, name: struct, typeArguments: filled }
  }
  const type = (token: Token) => link(token, { left: MAX_NODES }, false)
  return { type, types: (tokens) => tokens.map(type) }
}

/** Returns a type argument by its text, no larger than the VM allows. @throws ScriptFault */
export function requireSmall(type: MoveType): MoveType {
  if (nodesOf(type) > MAX_NODES) throw new ScriptFault('TOO_MANY_TYPE_NODES', printMoveType(type).slice(0, 100))
  return type
}

function nodesOf(type: MoveType): number {
  switch (type.kind) {
    case 'vector':
      return 1 + nodesOf(type.of)
    case 'reference':
      return 1 + nodesOf(type.to)
    case 'struct':
      return type.typeArguments.reduce((sum, inner) => sum + nodesOf(inner), 1)
    default:
      return 1
  }
}
