import { defineTable, integer, type RowOf, text, timestamptz } from './table.ts'

/**
 * Cards of tokens (`work` is `card`) and rankings of collections (`ranking`) that failed by themselves, how often and why.
 * Key: work, subject. Writer: write/dead-letters. Not rebuilt: a rebuild tries everything again.
 */
export const deadLetters = defineTable('market.dead_letters', ['work', 'subject'], {
  work: text,
  subject: text,
  attempts: integer,
  error: text,
  failed_at: timestamptz,
})
export type DeadLetterRow = RowOf<typeof deadLetters>
