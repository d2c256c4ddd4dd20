import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CHAIN_TABLES } from '@opal/store/queries/chain-graphql/chain-tables'
import { isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { chainSchema } from './chain-schema.ts'

const sdk = createRequire(import.meta.url).resolve('@aptos-labs/ts-sdk')
const source = readFileSync(join(dirname(sdk), '../../src/types/generated/types.ts'), 'utf8')

/** The fields of a type of Aptos' public API, as its official SDK knows them. */
function publicFields(type: string): readonly string[] {
  const body = new RegExp(`^export type ${type} = \\{\\n([\\s\\S]*?)^\\};`, 'm').exec(source)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name as string)
}

function ownFields(type: string): readonly string[] {
  const object = chainSchema.getType(type)
  return isObjectType(object) ? Object.keys(object.getFields()) : []
}

const pascal = (name: string) => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Columns of the processors' newest version, which the SDK's types are too old for. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  current_ans_lookup_v2: ['subdomain_expiration_policy'],
  current_aptos_names: ['token_data_id'],
  current_collections_v2: ['collection_properties'],
  current_objects: ['untransferrable'],
  fungible_asset_metadata: ['is_token_v2'],
}

it('has no root field that Aptos’ public API has not: what works here works on mainnet', () => {
  const known = publicFields('QueryRoot')
  expect(known.length).toBeGreaterThan(90)
  expect(ownFields('query_root').filter((name) => !known.includes(name))).toEqual([])
})

it.each(CHAIN_TABLES.map(({ name }) => name))(
  '%s has no column and no relation that the public one has not',
  (name) => {
    const known = [...publicFields(pascal(name)), ...(NEWER[name] ?? [])]
    expect(known.length).toBeGreaterThan(0)
    expect(ownFields(name).filter((field) => !known.includes(field))).toEqual([])
  },
)

it.each(CHAIN_TABLES)('$name is found by its key where the public one is, by the same columns', ({ name, key }) => {
  const field = `${name}_by_pk`
  expect(ownFields('query_root').includes(field)).toBe(publicFields('QueryRoot').includes(field))
  if (key !== undefined) expect([...key].sort()).toEqual([...publicFields(`QueryRoot${pascal(field)}Args`)].sort())
})
