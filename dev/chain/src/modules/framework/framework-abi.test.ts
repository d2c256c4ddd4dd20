import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toShortAddress } from '@opal/domain/address'
import { describe, expect, test } from 'vitest'
import { FRAMEWORK_ABI_DIR, hasFrameworkAbi } from '../../testing/config.ts'
import { FRAMEWORK_MODULES } from '../framework-modules.ts'
import type { MoveFunction, MoveModule, MoveStruct } from '../move-module.ts'

interface PublishedModule {
  readonly name: string
  readonly exposed_functions: readonly {
    readonly name: string
    readonly visibility: string
    readonly is_entry: boolean
    readonly is_view: boolean
    readonly generic_type_params: readonly { readonly constraints: readonly string[] }[]
    readonly params: readonly string[]
    readonly return: readonly string[]
  }[]
  readonly structs: readonly {
    readonly name: string
    readonly abilities: readonly string[]
    readonly fields: readonly { readonly name: string; readonly type: string }[]
  }[]
}

function published(address: string): readonly PublishedModule[] {
  const file = join(FRAMEWORK_ABI_DIR, `${address}.json`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { abi: PublishedModule }[]).map(({ abi }) => abi)
}

function functionForm({ name, visibility, isEntry, isView, typeParameters, parameters, returns }: MoveFunction) {
  return {
    name,
    visibility,
    is_entry: isEntry,
    is_view: isView,
    generic_type_params: typeParameters.map((constraints) => ({ constraints })),
    params: parameters,
    return: returns,
  }
}

const structForm = ({ name, abilities, fields }: MoveStruct) => ({ name, abilities, fields })

/** The functions and structs of ours that the framework has not, or has otherwise. */
function differences(ours: MoveModule, theirs: PublishedModule) {
  const functions = new Map(theirs.exposed_functions.map((one) => [one.name, one]))
  const structs = new Map(theirs.structs.map((one) => [one.name, one]))
  return [
    ...ours.functions.map(functionForm).filter((one) => !isLike(one, functions.get(one.name))),
    ...ours.structs.map(structForm).filter((one) => !isLike(one, structs.get(one.name))),
  ]
}

/** Returns whether every field of ours equals the published one. The published form has more fields. */
function isLike(ours: object, theirs: object | undefined): boolean {
  const published: Readonly<Record<string, unknown>> = { ...theirs }
  return Object.entries(ours).every(([field, value]) => JSON.stringify(value) === JSON.stringify(published[field]))
}

const MODULES = FRAMEWORK_MODULES.filter(({ address }) => ['0x1', '0x3', '0x4'].includes(toShortAddress(address)))

describe.runIf(hasFrameworkAbi)('compared with the framework’s published interface', () => {
  test.each(MODULES.map((module) => [`${toShortAddress(module.address)}::${module.name}`, module] as const))(
    '%s has the ABI of mainnet’s module',
    (_name, module) => {
      const theirs = published(toShortAddress(module.address)).find(({ name }) => name === module.name)
      expect(theirs === undefined ? 'no such module' : differences(module, theirs)).toEqual([])
    },
  )
})
