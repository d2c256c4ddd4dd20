import { OCTAS_PER_APT } from '@opal/domain/prices/octas'

/** Octas as APT with all eight decimals, e.g. `-0.00000001`; exact for any amount. */
export function aptDecimal(octas: bigint): string {
  const size = octas < 0n ? -octas : octas
  const fraction = (size % OCTAS_PER_APT).toString().padStart(8, '0')
  return `${octas < 0n ? '-' : ''}${size / OCTAS_PER_APT}.${fraction}`
}

/** The same, null where there is none. */
export function aptDecimalOrNull(octas: bigint | null): string | null {
  return octas === null ? null : aptDecimal(octas)
}
