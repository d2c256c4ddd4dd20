import { totalmem } from 'node:os'

const MIB = 1024 ** 2
/** Shares of the machine's memory, and what they never leave. @source PostgreSQL manual, "Resource Consumption" (a quarter at most) */
const BUFFERS = { share: 1 / 8, leastMib: 128, mostMib: 4_096 }
const CACHE = { share: 1 / 2, leastMib: 512, mostMib: 1_048_576 }
const UPKEEP = { share: 1 / 128, leastMib: 64, mostMib: 512 }

/** What PostgreSQL is told of the machine's memory, as its settings. */
export interface MemorySettings {
  /** Pages that the server keeps itself. The machine gives them as they are used, not at once. */
  readonly shared_buffers: string
  /** What it may expect to find in memory, its own pages and the system's together: plans depend on it, nothing is taken. */
  readonly effective_cache_size: string
  readonly maintenance_work_mem: string
}

/** @param bytes memory of the machine, or of the container where that has less. */
export function memorySettings(bytes: number = availableBytes()): MemorySettings {
  const of = ({ share, leastMib, mostMib }: typeof BUFFERS) =>
    `${Math.min(mostMib, Math.max(leastMib, Math.floor((bytes * share) / MIB)))}MB`
  return { shared_buffers: of(BUFFERS), effective_cache_size: of(CACHE), maintenance_work_mem: of(UPKEEP) }
}

function availableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
