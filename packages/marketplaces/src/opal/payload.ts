import type { PayloadBuilders } from '../adapter.ts'
import { FAMILY_PAYLOADS } from '../example-family/payload/family-payloads.ts'

/** The native marketplace offers everything the family can do. @source marketplaces reference 5.5 */
export const OPAL_PAYLOADS: PayloadBuilders = FAMILY_PAYLOADS
