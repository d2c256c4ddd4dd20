import type { Json } from '@opal/domain/json'
import { encodeMoveJson, type Modules } from '../../ledger/encoding/encode-move-json.ts'
import { parseMoveType } from '../../ledger/encoding/move-type.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { MoveModule } from '../../modules/move-module.ts'
import { ApiError } from '../responses/api-error.ts'
import { plainModule } from './plain-structs.ts'

/** Returns the source of struct layouts: the published modules, and the known types of the framework next to them. */
export function layoutsOf(ledger: Pick<Ledger, 'module'>): Modules {
  return {
    module: (address, name) => {
      const published = ledger.module(address, name)
      const plain = plainModule(address, name)
      return plain === null ? published : withStructs(plain, published)
    },
  }
}

/** Modules are fixed for the life of the program: each is completed once. */
const completed = new WeakMap<MoveModule, MoveModule>()

function withStructs(plain: MoveModule, published: MoveModule | null): MoveModule {
  if (published === null) return plain
  const known = completed.get(published) ?? complete(plain, published)
  completed.set(published, known)
  return known
}

function complete(plain: MoveModule, published: MoveModule): MoveModule {
  const known = new Set(published.structs.map(({ name }) => name))
  return { ...published, structs: [...published.structs, ...plain.structs.filter(({ name }) => !known.has(name))] }
}

/**
 * Returns BCS of a Move value from its JSON.
 * @throws ApiError 406 for a struct that no module of this chain describes.
 */
export function encodeValue(type: string, value: Json, layouts: Modules): Uint8Array {
  try {
    return encodeMoveJson(parseMoveType(type), value, layouts)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ApiError(
      406,
      'web_framework_error',
      `A value of ${type} comes in application/json only: ${error.message}`,
    )
  }
}
