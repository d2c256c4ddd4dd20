/**
 * Returns the milliseconds of processor time that this process used for some work. Unlike those of a clock, none pass while other
 * processes have the processor, so a bound of them holds on a busy machine, too.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
