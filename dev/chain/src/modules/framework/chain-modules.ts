import { toShortAddress } from '@opal/domain/address'
import { callable, FRAMEWORK, struct, view } from '../define.ts'
import type { MoveModule } from '../move-module.ts'

/** @source 0x1::chain_id */
export const chainId: MoveModule = {
  address: FRAMEWORK,
  name: 'chain_id',
  structs: [struct('ChainId', { id: 'u8' })],
  functions: [
    view('get', [], ['u8'], (context) => [
      (context.getResource(FRAMEWORK, '0x1::chain_id::ChainId')?.id as number | undefined) ?? 0,
    ]),
  ],
}

/** @source 0x1::chain_status */
export const chainStatus: MoveModule = {
  address: FRAMEWORK,
  name: 'chain_status',
  structs: [struct('GenesisEndMarker', { dummy_field: 'bool' })],
  functions: [view('is_operating', [], ['bool'], () => [true]), view('is_genesis', [], ['bool'], () => [false])],
}

/** @source 0x1::signer: scripts ask it who signed */
export const signer: MoveModule = {
  address: FRAMEWORK,
  name: 'signer',
  structs: [],
  functions: [callable('address_of', ['&signer'], ['address'], (context) => [toShortAddress(context.sender)])],
}

/** @source 0x1::timestamp */
export const timestamp: MoveModule = {
  address: FRAMEWORK,
  name: 'timestamp',
  structs: [struct('CurrentTimeMicroseconds', { microseconds: 'u64' })],
  functions: [
    view('now_microseconds', [], ['u64'], (context) => [context.nowMicros]),
    view('now_seconds', [], ['u64'], (context) => [context.nowSeconds]),
  ],
}

/** @source 0x1::block */
export const block: MoveModule = {
  address: FRAMEWORK,
  name: 'block',
  structs: [
    struct('BlockResource', {
      height: 'u64',
      epoch_interval: 'u64',
      new_block_events: '0x1::event::EventHandle<0x1::block::NewBlockEvent>',
      update_epoch_interval_events: '0x1::event::EventHandle<0x1::block::UpdateEpochIntervalEvent>',
    }),
  ],
  functions: [
    view('get_current_block_height', [], ['u64'], (context) => [
      (context.getResource(FRAMEWORK, '0x1::block::BlockResource')?.height as string | undefined) ?? '0',
    ]),
  ],
}
