import type { MoveModule, MoveValue } from '../../modules/move-module.ts'
import { textArgument } from '../../modules/token-v1/token-arguments.ts'
import { type Family, ofCoin } from '../aptos-example/family.ts'
import { storedFields } from '../aptos-example/fees.ts'
import { coinEntry, resource, view } from '../aptos-example/move-function.ts'
import {
  addressArgument,
  addressListArgument,
  moveObject,
  moveOption,
  u64Argument,
} from '../aptos-example/move-values.ts'
import { objectOf, requireApt } from '../aptos-example/objects.ts'
import { COLLECTION_TYPE, TOKEN_TYPE } from '../aptos-example/token-metadata.ts'
import {
  cancelPoolOffer,
  fillableItems,
  openPoolOffer,
  type PoolOfferTerms,
  placePoolOffer,
  sellToPoolOffer,
  sellToPoolOfferV1,
} from './pool-offer-orders.ts'
import { bytesArgument, bytesListArgument } from './token-sets.ts'

const STRING = '0x1::string::String'
const BYTES = 'vector<u8>'
const PROOF = `vector<${BYTES}>`

/** Returns `W::pool_offer`: offers that the bidder's pool pays. @source contracts/marketplace pool_offer */
export function poolOfferModule(family: Family): MoveModule {
  const feeSchedule = objectOf(family.types.feeSchedule)
  return {
    address: family.packageAddress,
    name: 'pool_offer',
    functions: [...entries(family, feeSchedule), ...views(family, feeSchedule)],
    structs: [
      resource(
        'PoolOffer',
        [
          ['fee_schedule', feeSchedule],
          ['bidder', 'address'],
          ['remaining', 'u64'],
          ['item_price', 'u64'],
          ['expiration_time', 'u64'],
          ['root', BYTES],
          ['collection', `0x1::option::Option<${objectOf(COLLECTION_TYPE)}>`],
          ['creator_address', 'address'],
          ['collection_name', STRING],
          ...storedFields(family, 'commission'),
          ['delete_ref', '0x1::object::DeleteRef'],
        ],
        1,
      ),
    ],
  }
}

function entries(family: Family, feeSchedule: string): MoveModule['functions'] {
  const offer = objectOf(ofCoin(family.types.poolOffer, 'T0'))
  const terms = [BYTES, feeSchedule, 'u64', 'u64', 'u64', 'u64'] as const
  return [
    coinEntry('init_for_tokenv2', [objectOf(COLLECTION_TYPE), ...terms], (context, types, args) => {
      const { deposit, ...read } = termsFrom(args, 1)
      placePoolOffer(context, family, requireApt(types), addressArgument(args, 0), read, deposit)
    }),
    coinEntry('init_for_tokenv1', ['address', STRING, ...terms], (context, types, args) => {
      const { deposit, ...read } = termsFrom(args, 2)
      const named = { creator: addressArgument(args, 0), collection: textArgument(args, 1) }
      placePoolOffer(context, family, requireApt(types), named, read, deposit)
    }),
    coinEntry('cancel', [offer], (context, types, args) =>
      cancelPoolOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('cancel_many', [`vector<${offer}>`], (context, types, args) => {
      for (const one of addressListArgument(args, 0)) cancelPoolOffer(context, family, requireApt(types), one)
    }),
    coinEntry('sell_tokenv2_for_at_least', [offer, objectOf(TOKEN_TYPE), PROOF, 'u64'], (context, types, args) => {
      const sale = { offer: addressArgument(args, 0), proof: bytesListArgument(args, 2), least: u64Argument(args, 3) }
      sellToPoolOffer(context, family, requireApt(types), sale, addressArgument(args, 1))
    }),
    coinEntry('sell_tokenv1_for_at_least', [offer, STRING, 'u64', PROOF, 'u64'], (context, types, args) => {
      const sale = { offer: addressArgument(args, 0), proof: bytesListArgument(args, 3), least: u64Argument(args, 4) }
      const named = { name: textArgument(args, 1), propertyVersion: u64Argument(args, 2) }
      sellToPoolOfferV1(context, family, requireApt(types), sale, named)
    }),
  ]
}

/** Root, fee schedule, price, amount, expiration, deposit. */
function termsFrom(args: readonly MoveValue[], from: number): PoolOfferTerms & { readonly deposit: bigint } {
  return {
    root: bytesArgument(args, from),
    feeSchedule: addressArgument(args, from + 1),
    price: u64Argument(args, from + 2),
    amount: u64Argument(args, from + 3),
    expiration: u64Argument(args, from + 4),
    deposit: u64Argument(args, from + 5),
  }
}

function views(family: Family, feeSchedule: string): MoveModule['functions'] {
  const offer = objectOf(ofCoin(family.types.poolOffer, 'T0'))
  const collection = objectOf(COLLECTION_TYPE)
  type Open = ReturnType<typeof openPoolOffer>
  const ofOpen = (name: string, type: string, read: (open: Open) => ReturnType<typeof moveOption> | string | bigint) =>
    view(
      name,
      [offer],
      [type],
      (context, types, args) => [read(openPoolOffer(context, family, requireApt(types), addressArgument(args, 0)))],
      [[]],
    )
  return [
    view(
      'exists_at',
      ['address'],
      ['bool'],
      (context, types, args) => {
        const type = ofCoin(family.types.poolOffer, requireApt(types))
        return [context.getResource(addressArgument(args, 0), type) !== null]
      },
      [[]],
    ),
    view(
      'fillable',
      [offer],
      ['u64'],
      (context, types, args) => [fillableItems(context, family, requireApt(types), addressArgument(args, 0))],
      [[]],
    ),
    ofOpen('price', 'u64', ({ price }) => price),
    ofOpen('bidder', 'address', ({ bidder }) => bidder),
    ofOpen('remaining', 'u64', ({ amount }) => amount),
    ofOpen('root', BYTES, ({ root }) => `0x${root}`),
    ofOpen('expiration_time', 'u64', ({ expiration }) => expiration),
    ofOpen('fee_schedule', feeSchedule, ({ feeSchedule: schedule }) => moveObject(schedule)),
    ofOpen('collectionv2', `0x1::option::Option<${collection}>`, ({ wanted }) =>
      moveOption(typeof wanted === 'string' ? moveObject(wanted) : null),
    ),
  ]
}
