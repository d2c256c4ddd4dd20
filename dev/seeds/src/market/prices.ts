import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import type { Random } from '../random.ts'

/** APT as a person would type it: coarse steps, now and then just below a round number. Never below 0.05. */
export function typedPrice(apt: number, random: Random): bigint {
  const step = stepOf(apt)
  const steps = Math.max(1, Math.round(apt / step))
  const typed = Math.max(0.05, steps * step)
  const octas = BigInt(Math.round(typed * 1_000)) * (OCTAS_PER_APT / 1_000n)
  return random.chance(0.15) && apt > 1 ? octas - OCTAS_PER_APT / 100n : octas
}

function stepOf(apt: number): number {
  if (apt < 1) return 0.01
  if (apt < 5) return 0.05
  if (apt < 20) return 0.1
  return apt < 80 ? 0.5 : 1
}

/** Octas as a float, for comparing with reference prices only. */
export function aptOf(octas: bigint): number {
  return Number(octas) / Number(OCTAS_PER_APT)
}
