import { parseAddress } from '@opal/domain/address'

/** A Move event type with its package address at full length, as the official rows write it. */
export function splitEventType(type: string): {
  readonly address: string
  readonly module: string
  readonly struct: string
} {
  const [address = '', module = '', ...rest] = type.split('::')
  return { address: parseAddress(address), module, struct: rest.join('::') }
}
