import type { SignatureTurn } from '@opal/chain/sign-in/verify-sign-in'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue } from '@opal/domain/limits/fair-queue'
import { atHalfTime } from '../event-loop.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'

/** Sign-ins of all clients whose signatures are verified, one at a time: an address may answer as many messages at once as it may in an hour. */
const queue = createFairQueue(
  { concurrency: 1, concurrencyPerClient: 1, maxPending: 400, maxPendingPerClient: 20, maxWaitMs: 20_000 },
  () => new QueriesBusyError(),
)

/**
 * Returns the turns in which a client's signatures are verified. The process does nothing else while it verifies one; all of them together
 * take half of its time at most. Of equal turns the cheaper one is first: otherwise hundreds of addresses could each have a keyless
 * signature verified before one of a usual key.
 * @throws QueriesBusyError when too many wait, or one waits too long
 */
export function signInGateOf(client: Client): SignatureTurn {
  return (verify, cost) => queue.add(client, () => atHalfTime(verify), { cost })
}
