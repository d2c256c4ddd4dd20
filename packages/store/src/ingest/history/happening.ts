import type { ActivityRow } from '../../tables/activities.ts'

/** An activity as events tell it: its transaction is known by its version. */
export type Happening = Omit<ActivityRow, 'transaction_hash'>
