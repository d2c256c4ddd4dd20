const OCTAS_PER_APT = 100_000_000n

/** Returns octas as APT with up to eight decimals, without trailing zeros: `4.2 APT`, `−0.0005 APT`. */
export function formatApt(octas: bigint): string {
  const magnitude = octas < 0n ? -octas : octas
  const whole = (magnitude / OCTAS_PER_APT).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = (magnitude % OCTAS_PER_APT).toString().padStart(8, '0').replace(/0+$/, '')
  return `${octas < 0n ? '−' : ''}${whole}${fraction === '' ? '' : `.${fraction}`} APT`
}

/** Formats as {@link formatApt} does, with a plus sign for gains. */
export function formatAptChange(octas: bigint): string {
  return octas > 0n ? `+${formatApt(octas)}` : formatApt(octas)
}

/** Returns `0x1234…cdef`; short texts are unchanged. */
export function shortenHex(text: string): string {
  return text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}

/** Returns a Move type with its long addresses shortened. */
export function shortenType(type: string): string {
  return type.replace(/0x[0-9a-f]{17,64}/gi, shortenHex)
}
