import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import { NodeRefusedError, PayloadMismatchError } from './node-errors.ts'

/** A module as the node shows it: its bytecode, and what its functions take. */
export interface PublishedModule {
  readonly bytecode: Uint8Array
  /** Parameters as Move types in the node's spelling, signers included. */
  readonly functions: readonly {
    readonly name: string
    readonly isPublic: boolean
    readonly parameters: readonly string[]
  }[]
}

const HEX = /^0x(?:[0-9a-f]{2})*$/i

/**
 * @param ask GETs a path of the node.
 * @param moduleId `0x…::name`
 * @throws PayloadMismatchError when there is no such module, or the node does not show its bytecode.
 */
export async function fetchPublishedModule(
  ask: (path: string) => Promise<Json>,
  moduleId: string,
): Promise<PublishedModule> {
  const [address = '', name = ''] = moduleId.split('::')
  const answer = await askOrExplain(ask, moduleId, `/accounts/${address}/module/${encodeURIComponent(name)}`)
  const [bytecode, functions] = [jsonAt(answer, 'bytecode'), jsonAt(answer, 'abi.exposed_functions')]
  if (typeof bytecode !== 'string' || !HEX.test(bytecode) || !Array.isArray(functions)) {
    throw new PayloadMismatchError(moduleId, 'its bytecode or interface is not shown')
  }
  return {
    bytecode: Uint8Array.from(bytecode.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)),
    functions: (functions as readonly Json[]).filter(isJsonObject).map((move) => ({
      name: String(move.name),
      isPublic: move.visibility === 'public',
      parameters: Array.isArray(move.params) ? (move.params as readonly Json[]).map(String) : [],
    })),
  }
}

async function askOrExplain(ask: (path: string) => Promise<Json>, moduleId: string, path: string): Promise<Json> {
  try {
    return await ask(path)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    throw new PayloadMismatchError(moduleId, 'no such module', error)
  }
}
