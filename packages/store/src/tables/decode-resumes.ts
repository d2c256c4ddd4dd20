import { bigint, defineTable, type RowOf, text } from './table.ts'

/**
 * A marketplace that goes on after a stop, and how far: what it did from `next_version` on is yet to be derived from the raw
 * rows. Key: marketplace. Writer: write/decode-resumes. Gone when nothing is left to do.
 */
export const decodeResumes = defineTable('chain.decode_resumes', ['marketplace'], {
  marketplace: text,
  next_version: bigint,
})
export type DecodeResumeRow = RowOf<typeof decodeResumes>
