import type { PayloadBuilders } from '../adapter.ts'
import { familyPayloads } from '../aptos-example/payload.ts'
import { OPAL_ID } from './contracts.ts'
import { POOL_PAYLOADS } from './pool-payloads.ts'
import { TERMS_PAYLOADS } from './terms-payloads.ts'

/**
 * The native marketplace offers everything the family can do, for v1 and v2 tokens, offers that a pool pays, and listings on terms.
 *
 * @NOTE In the source published for mainnet's contract, cancelling an offer for a v1 token would abort; whether the
 *   contract there still does is not known. The call is offered: it is simulated before anyone signs it, and our own
 *   Move package does cancel.
 * @source docs/reference/marketplace-contracts.md#native-marketplace-calls
 */
export const OPAL_PAYLOADS: PayloadBuilders = { ...familyPayloads(OPAL_ID), ...POOL_PAYLOADS, ...TERMS_PAYLOADS }
