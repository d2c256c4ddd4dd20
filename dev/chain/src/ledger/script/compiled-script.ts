import { BytecodeCursor } from './bytecode-cursor.ts'
import { type Instruction, readCode } from './script-code.ts'
import { malformed, ScriptFault } from './script-fault.ts'
import { readAbilitySets, readTables, requireNoSpecifiers, type ScriptTables } from './script-tables.ts'
import type { Token } from './signature-token.ts'

/** A script as its bytecode says it, not yet checked against the modules it calls. */
export interface CompiledScript {
  readonly tables: ScriptTables
  readonly typeParameters: number
  readonly parameters: readonly Token[]
  /** Locals after the parameters. */
  readonly locals: readonly Token[]
  readonly code: readonly Instruction[]
}

const MAGIC = 0x0b_eb_1c_a1n
/** Aptos marks its bytecode in the version's highest byte. */
const VERSION_MASK = 0x00ff_ffffn
/** @source mainnet: scripts of versions 5 and later run; 8 is what composers write. */
const [OLDEST_VERSION, NEWEST_VERSION] = [5, 9]
const MAX_INDEX = 65_535

/** @throws ScriptFault */
export function readCompiledScript(bytecode: Uint8Array): CompiledScript {
  const cursor = new BytecodeCursor(bytecode)
  if (cursor.integer(4) !== MAGIC) throw malformed('no bytecode')
  const version = Number(cursor.integer(4) & VERSION_MASK)
  if (version < OLDEST_VERSION || version > NEWEST_VERSION) throw malformed(`version ${version}`)
  const tables = readTables(cursor, version)
  const typeParameters = readAbilitySets(cursor)
  const parameters = cursor.index(MAX_INDEX)
  if (version >= 8) requireNoSpecifiers(cursor)
  const locals = cursor.index(MAX_INDEX)
  const code = readCode(cursor)
  if (code.length === 0) throw new ScriptFault('EMPTY_CODE_UNIT', 'a script without code')
  if (!cursor.isAtEnd) throw malformed('bytes after the code')
  return {
    tables,
    typeParameters,
    parameters: at(tables.signatures, parameters),
    locals: at(tables.signatures, locals),
    code,
  }
}

/** Returns an item of a table. @throws ScriptFault for an index that points nowhere. */
export function at<Item>(table: readonly Item[], index: number): Item {
  const item = table[index]
  if (item === undefined) throw new ScriptFault('INDEX_OUT_OF_BOUNDS', `index ${index} points nowhere`)
  return item
}
