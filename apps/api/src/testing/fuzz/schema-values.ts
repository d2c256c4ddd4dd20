import { memoize } from '@opal/domain/memoize'
import fc from 'fast-check'
import type * as z from 'zod'

/** Definition of a schema, of the kinds that answers consist of. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly format?: string; readonly pattern?: RegExp } }
  }[]
}

/** Values that no answer may hold, or only in some places: of other types, at the edges of a type, and objects that only look like data. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    NaN,
    Infinity,
    -0,
    2 ** 53,
    1.5,
    0n,
    2n ** 64n,
    '',
    '\u0000',
    '\ud800',
    '1\n',
    '0x',
    ' 1',
    '١',
    true,
    Symbol('s'),
    () => 1,
    new Date(0),
    Object('1'),
    Object(1),
    [],
    {},
    Array(2),
    new Map(),
    Object.create(null),
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown),
  fc.bigInt({ min: -1n, max: 2n ** 70n }).map(String),
)

/**
 * Returns arbitrary values for a schema that is not recursive: most fit, parts of some do not, and objects have members that the schema does not
 * name.
 */
export const valuesOf = memoize((schema: z.ZodType): fc.Arbitrary<unknown> => {
  const fitting = fittingValues(definitionOf(schema))
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: HOSTILE })
})

function definitionOf(schema: z.ZodType): Definition {
  return (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def
}

function fittingValues(def: Definition): fc.Arbitrary<unknown> {
  const of = (schema: z.ZodType | undefined) => valuesOf(schema as z.ZodType)
  switch (def.type) {
    case 'object':
      return fc
        .tuple(
          fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, part]) => [name, of(part)]))),
          fc.constantFrom<unknown>({}, {}, { secret: 'inner' }, JSON.parse('{"__proto__":{"secret":1}}')),
          fc.boolean(),
        )
        .map(([known, more, isInherited]) => (isInherited ? withInherited(known) : { ...known, ...(more as object) }))
    case 'array':
      return fc.array(of(def.element), { maxLength: 2 })
    case 'nullable':
      return fc.option(of(def.innerType), { nil: null })
    case 'optional':
      return fc.option(of(def.innerType), { nil: undefined })
    case 'union':
      return fc.oneof(...(def.options ?? []).map(of))
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'constructor', 'toString', '1'), of(def.valueType), { maxKeys: 2 })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'string':
      return stringsOf(def)
    case 'number':
      return fc.oneof(fc.nat({ max: 5 }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.constantFrom('0', '1n', 'ab')
  }
}

/** Strings of the schema's pattern, where it has one. */
function stringsOf(def: Definition): fc.Arbitrary<string> {
  const pattern = def.checks?.find(({ _zod }) => _zod.def.format === 'regex')?._zod.def.pattern
  return pattern === undefined ? fc.string({ unit: 'binary', maxLength: 4 }) : fc.stringMatching(pattern)
}

/** An object whose members are inherited, as those of a class are, and one of its own. */
function withInherited(members: Readonly<Record<string, unknown>>): object {
  return Object.assign(Object.create(members) as object, { own: 1 })
}
