import { type Address, toShortAddress } from '@opal/domain/address'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import { callable, entry, event, FRAMEWORK, KEYED, struct, view } from '../define.ts'
import type { MoveModule } from '../move-module.ts'

const OBJECT = '0x1::object::Object<T0>'

/** @source 0x1::object */
export const object: MoveModule = {
  address: FRAMEWORK,
  name: 'object',
  structs: [
    struct('ObjectCore', {
      guid_creation_num: 'u64',
      owner: 'address',
      allow_ungated_transfer: 'bool',
      transfer_events: '0x1::event::EventHandle<0x1::object::TransferEvent>',
    }),
    struct('Object', { inner: 'address' }, ['copy', 'drop', 'store'], 1),
    event('TransferEvent', { object: 'address', from: 'address', to: 'address' }),
  ],
  functions: [
    entry(
      'transfer',
      ['&signer', OBJECT, 'address'],
      (context, _types, args) => {
        const [moved, to] = args as readonly [Address, Address]
        context.transferObject(context.sender, moved, to)
      },
      KEYED,
    ),
    entry('transfer_call', ['&signer', 'address', 'address'], (context, _types, args) => {
      const [moved, to] = args as readonly [Address, Address]
      context.transferObject(context.sender, moved, to)
    }),
    entry(
      'transfer_to_object',
      ['&signer', OBJECT, '0x1::object::Object<T1>'],
      (context, _types, args) => {
        const [moved, to] = args as readonly [Address, Address]
        context.transferObject(context.sender, moved, to)
      },
      [['key'], ['key']],
    ),
    view(
      'owner',
      [OBJECT],
      ['address'],
      (context, _types, args) => [toShortAddress(context.ownerOf(args[0] as Address))],
      KEYED,
    ),
    view(
      'is_owner',
      [OBJECT, 'address'],
      ['bool'],
      (context, _types, args) => [context.ownerOf(args[0] as Address) === args[1]],
      KEYED,
    ),
    callable(
      'ungated_transfer_allowed',
      [OBJECT],
      ['bool'],
      (context, _types, args) => [
        context.getResource(args[0] as Address, OBJECT_CORE)?.allow_ungated_transfer === true,
      ],
      KEYED,
    ),
    callable('is_object', ['address'], ['bool'], (context, _types, args) => [context.objectExists(args[0] as Address)]),
  ],
}
