import { MoveAbort } from '../../modules/move-module.ts'

/** Categories of `std::error` are the upper half of a code. @source contracts/aggregator/sources/aggregator.move */
const REASONS = {
  EUNKNOWN_VENUE: [0x60001n, 'No venue has this name.'],
  EUNEQUAL_LENGTHS: [0x10002n, 'The lists are not of the same length.'],
  EQUANTITY_NOT_ONE: [0x10003n, 'Each order is for one token.'],
  EPRICE_ROSE: [0x30004n, 'The order costs more than the buyer agreed to.'],
  EUNSUPPORTED: [0x10005n, 'The venue can not do that by this call.'],
  EPROCEEDS_FELL: [0x30006n, 'A sale brings less than the seller agreed to.'],
} as const satisfies Record<string, readonly [bigint, string]>

/** The abort that the aggregator raises for one of its error constants. @param prefix its package's short address. */
export function aggregatorAbort(prefix: string, reason: keyof typeof REASONS): MoveAbort {
  const [code, text] = REASONS[reason]
  return new MoveAbort(`${prefix}::aggregator`, code, reason, text)
}
