import type { ActivityRow } from '../../tables/activities.ts'

/** An activity as events tell it: its transaction is known by its version. */
export type ActivityDraft = Omit<ActivityRow, 'transaction_hash'>
