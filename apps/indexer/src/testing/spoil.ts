import type { Json, JsonObject } from '@opal/domain/json'

/** A number from 0 up to but without the bound. */
export type Dice = (bound: number) => number

/** Values that no Move value of a known type has, and values that are too large. */
const WRONG: readonly Json[] = [
  '',
  '-5',
  'NaN',
  '0x',
  '0xzz',
  `0x${'f'.repeat(65)}`,
  '\u0000\ud800',
  'x'.repeat(100_000),
  '18446744073709551615',
  '99999999999999999999',
  '9'.repeat(100),
  null,
  true,
  0,
  -1,
  1e300,
  [],
  {},
  { vec: [] },
  { vec: ['1', '2'] },
  { inner: 5 },
]
const NO_JSON = ['', '{', 'no JSON', '[1,', '"\\ud800"', 'null', '{"a":'.repeat(5_000) + 1 + '}'.repeat(5_000)]
const NO_ADDRESS = ['', '0x', '0xzz', 'x', `0x${'f'.repeat(65)}`]
const TYPES = ['', '::', '0x1', '0xzz::a::b', '0x0001::coin::CoinInfo<u8>']
/** Members of a recorded transaction that hold a Move value as text, an address, a type. */
const MOVE_TEXT = new Set(['data', 'key', 'value'])
const ADDRESSES = new Set(['accountAddress', 'address', 'handle', 'sender'])

/** Returns a recorded transaction with something wrong in what its events, its resources and its tables say. */
export function spoil(transaction: JsonObject, dice: Dice): JsonObject {
  const copy = structuredClone(transaction)
  const places = placesOf(copy)
  for (let times = 1 + dice(2); times > 0 && places.length > 0; times -= 1) {
    const [holder, name] = places[dice(places.length)] as (typeof places)[number]
    holder[name] = spoiled(name, holder[name], dice)
  }
  return copy
}

type Holder = Record<string, Json | undefined>

function placesOf(value: Json | undefined): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Holder).flatMap(([name, each]) =>
    typeof each === 'string' && (MOVE_TEXT.has(name) || ADDRESSES.has(name) || name === 'typeStr')
      ? [[value as Holder, name] as [Holder, string]]
      : placesOf(each),
  )
}

function spoiled(name: string, value: Json | undefined, dice: Dice): Json {
  if (ADDRESSES.has(name)) return oneOf(NO_ADDRESS, dice)
  if (name === 'typeStr') return oneOf(TYPES, dice)
  if (dice(6) === 0) return oneOf(NO_JSON, dice)
  return JSON.stringify(somewhereWrong(parsed(value), dice))
}

function parsed(value: Json | undefined): Json {
  try {
    return JSON.parse(String(value)) as Json
  } catch {
    return null
  }
}

/** Goes down at random and leaves something out, or puts something wrong there. */
function somewhereWrong(value: Json, dice: Dice): Json {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (names.length === 0 || dice(10) === 0) return oneOf(WRONG, dice)
  const name = oneOf(names, dice)
  const rest = structuredClone(value) as Holder
  const inner = rest[name]
  if (dice(7) === 0) delete rest[name]
  else rest[name] = somewhereWrong(inner ?? null, dice)
  return rest as Json
}

function oneOf<Item>(items: readonly Item[], dice: Dice): Item {
  return items[dice(items.length)] as Item
}
