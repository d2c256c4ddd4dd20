import { type Address, parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { encodeBcsArgument } from '../../ledger/encoding/encode-argument.ts'
import { parseMoveType } from '../../ledger/encoding/move-type.ts'
import { abortsOf } from '../aborts.ts'
import { entry, STRING, struct, view } from '../define.ts'
import type { MoveContext, MoveModule } from '../move-module.ts'
import { createFixedCollection, UNLIMITED } from '../token-objects/collection.ts'
import { initProperties } from '../token-objects/property-map.ts'
import { newRoyalty } from '../token-objects/royalty.ts'
import { createNamedToken } from '../token-objects/token.ts'
import {
  DURABILITY_SCALE,
  EFFECT_PERCENT,
  EFFECT_SCALE,
  GEAR_FOLDER,
  GEAR_MODULE,
  GEAR_NAMES,
  GEAR_TYPES,
  PRIMARY_EFFECTS,
  TIERS,
} from './gear-facts.ts'

/** Publisher of the game's module, and creator of its collection. */
export const GEAR_ADDRESS = parseAddress(GEAR_MODULE.slice(0, GEAR_MODULE.indexOf('::')))
const MODULE = GEAR_MODULE
const GEAR = `${MODULE}::Gear`
const OBJECT = `0x1::object::Object<${GEAR}>`
const COLLECTION = 'Prospector Gear'
const abort = abortsOf(MODULE)

/** A game's equipment: tokens whose properties only the game's own view returns, as some tokens on a marketplace. */
export const gear: MoveModule = {
  address: GEAR_ADDRESS,
  name: 'gear',
  structs: [
    struct('Gear', {
      tier: 'u8',
      gear_type: 'u8',
      gear_code: 'u64',
      name: STRING,
      primary_effect: 'u64',
      durability: 'u64',
      gear_affixes: `vector<${MODULE}::Affix>`,
    }),
    struct('Forge', { minted: 'u64' }),
    struct('Affix', { effect: 'u64', target: STRING }, ['copy', 'drop', 'store']),
  ],
  functions: [
    entry('mint', ['&signer', 'address', 'u8', 'u64'], (context, _types, args) => {
      const [owner, gearType, gearCode] = args as readonly [Address, number, bigint]
      mint(context, owner, gearType, Number(gearCode))
    }),
    view('gear_detail', [OBJECT], [GEAR], (context, _types, args) => [
      context.getResource(args[0] as Address, GEAR) as JsonObject,
    ]),
  ],
  genesis: (context) => {
    createFixedCollection(context, {
      name: COLLECTION,
      description: 'Tools, suits and helmets for those who dig.',
      uri: `ipfs://${GEAR_FOLDER}/collection.json`,
      maxSupply: UNLIMITED,
      royalty: newRoyalty(5n, 100n, GEAR_ADDRESS),
      creator: GEAR_ADDRESS,
    })
    context.putResource(GEAR_ADDRESS, `${MODULE}::Forge`, { minted: '0' })
  },
}

function mint(context: MoveContext, owner: Address, gearType: number, gearCode: number): void {
  const name = GEAR_NAMES[gearCode]?.[gearType]
  if (name === undefined) throw abort('invalid-argument', 1n, 'EUNKNOWN_GEAR', 'There is no gear of this type and code')
  const number = takeNumber(context)
  const token = createNamedToken(context, GEAR_ADDRESS, {
    collectionName: COLLECTION,
    description: `${TIERS[tierOf(gearCode)]} ${GEAR_TYPES[gearType]}`,
    name: `${name} #${number}`,
    uri: `ipfs://${GEAR_FOLDER}/${gearCode}-${gearType}.json`,
  })
  context.putResource(token, GEAR, gearOf(name, gearType, gearCode))
  const properties = [
    ['tier', TIERS[tierOf(gearCode)]],
    ['gear_type', GEAR_TYPES[gearType]],
    ['gear', name],
  ] as const
  const texts = properties.map(() => STRING)
  const values = properties.map(([, value]) => encodeBcsArgument(parseMoveType(STRING), value ?? ''))
  initProperties(
    context,
    token,
    properties.map(([key]) => key),
    texts,
    values,
  )
  context.transferObjectWithRef(token, owner)
}

/** A code's hundreds say the tier, from 1. */
function tierOf(gearCode: number): number {
  return Math.floor(gearCode / 100) - 1
}

function gearOf(name: string, gearType: number, gearCode: number): JsonObject {
  const tier = tierOf(gearCode)
  const effect = ((EFFECT_PERCENT[tier] ?? 0n) * EFFECT_SCALE).toString()
  const affixes = PRIMARY_EFFECTS.filter((_, index) => index !== gearType).slice(0, Math.max(0, tier - 1))
  const share = (BigInt(tier) * EFFECT_SCALE).toString()
  return {
    durability: (100n * DURABILITY_SCALE).toString(),
    gear_affixes: affixes.map((target) => ({ effect: share, target })),
    gear_code: gearCode.toString(),
    gear_type: gearType,
    name,
    primary_effect: effect,
    tier,
  }
}

function takeNumber(context: MoveContext): bigint {
  const minted =
    BigInt((context.getResource(GEAR_ADDRESS, `${MODULE}::Forge`)?.minted as string | undefined) ?? '0') + 1n
  context.putResource(GEAR_ADDRESS, `${MODULE}::Forge`, { minted: minted.toString() })
  return minted
}
