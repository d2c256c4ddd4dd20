import { toShortAddress } from '@opal/domain/address'
import { at, type CompiledScript, readCompiledScript } from './compiled-script.ts'
import { ScriptFault } from './script-fault.ts'
import type { ScriptTables } from './script-tables.ts'
import type { Token } from './signature-token.ts'

/** Parameters of a script, read from its bytecode. */
export interface ScriptAbi {
  readonly typeParameters: number
  /** Move types in the node's spelling, signers first. */
  readonly parameters: readonly string[]
}

/** Null for bytes that are no script. */
export function scriptAbi(code: Uint8Array): ScriptAbi | null {
  try {
    const { tables, typeParameters, parameters }: CompiledScript = readCompiledScript(code)
    return { typeParameters, parameters: parameters.map((token) => printToken(tables, token)) }
  } catch (error) {
    if (error instanceof ScriptFault) return null
    throw error
  }
}

function printToken(tables: ScriptTables, token: Token): string {
  switch (token.kind) {
    case 'primitive':
      return token.name
    case 'parameter':
      return `T${token.index}`
    case 'vector':
      return `vector<${printToken(tables, token.of)}>`
    case 'reference':
      return `&${token.isMutable ? 'mut ' : ''}${printToken(tables, token.to)}`
    case 'struct': {
      const { module, name } = at(tables.structs, token.handle)
      const home = at(tables.modules, module)
      const [address, moduleName] = [at(tables.addresses, home.address), at(tables.identifiers, home.name)]
      const inner = token.typeArguments.map((argument) => printToken(tables, argument)).join(', ')
      const struct = `${toShortAddress(address)}::${moduleName}::${at(tables.identifiers, name)}`
      return inner === '' ? struct : `${struct}<${inner}>`
    }
  }
}
