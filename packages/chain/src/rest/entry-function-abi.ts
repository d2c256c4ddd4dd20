import { type EntryFunctionABI, parseTypeTag } from '@aptos-labs/ts-sdk'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import { cacheAnswers } from './cache-answers.ts'
import { NodeRefusedError, PayloadMismatchError } from './node-errors.ts'

/** The ABI that the SDK needs to encode arguments. */
export type EntryFunctionAbi = EntryFunctionABI

/**
 * Caches the ABIs of entry functions.
 * @param ask GETs a path of the node. @returns a function that throws PayloadMismatchError for unknown functions.
 */
export function createAbiCache(
  ask: (path: string) => Promise<Json>,
): (functionId: string) => Promise<EntryFunctionAbi> {
  return cacheAnswers((functionId) => fetchAbi(ask, functionId))
}

async function fetchAbi(ask: (path: string) => Promise<Json>, functionId: string): Promise<EntryFunctionAbi> {
  const [, , functionName = ''] = functionId.split('::')
  const module = await askForModule(ask, functionId)
  const functions = jsonAt(module, 'abi.exposed_functions')
  const found = Array.isArray(functions)
    ? (functions as readonly Json[]).find((candidate) => jsonAt(candidate, 'name') === functionName)
    : undefined
  if (!isJsonObject(found) || found.is_entry !== true)
    throw new PayloadMismatchError(functionId, 'no such entry function')
  return toSdkAbi(found.params, found.generic_type_params)
}

/**
 * Asks the node for a module.
 * @param ask GETs a path of the node.
 * @param id `0x…::name` of the module, or the id of a function in it.
 * @throws PayloadMismatchError when there is no such module.
 */
export async function askForModule(ask: (path: string) => Promise<Json>, id: string): Promise<Json> {
  const [address = '', name = ''] = id.split('::')
  try {
    return await ask(`/accounts/${address}/module/${encodeURIComponent(name)}`)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    throw new PayloadMismatchError(id, 'no such module', error)
  }
}

function toSdkAbi(params: Json | undefined, generics: Json | undefined): EntryFunctionAbi {
  const types = Array.isArray(params) ? (params as readonly Json[]).map(String) : []
  const signers = types.filter((type) => type === '&signer' || type === 'signer').length
  return {
    signers,
    typeParameters: Array.isArray(generics) ? generics.map(() => ({ constraints: [] })) : [],
    parameters: types.slice(signers).map((type) => parseTypeTag(padAddresses(type), { allowGenerics: true })),
  }
}

/** The node strips leading zeros of any number; the SDK accepts only a few missing ones. */
function padAddresses(type: string): string {
  return type.replace(/0x([0-9a-f]{5,63})(?=::)/g, (_match, digits: string) => `0x${digits.padStart(64, '0')}`)
}
