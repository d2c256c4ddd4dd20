/** Memory of one part of the process, as it counts it, and the most that it may take; bytes. */
export interface MemoryUse {
  readonly bytes: number
  readonly maxBytes: number
}
