import type { aptos } from '@aptos-labs/aptos-protos'

type Timestamp = aptos.util.timestamp.Timestamp

/** Bytes as the node prints them: `0x` and two lower-case digits each. */
export function toHex(bytes: Uint8Array | undefined): string {
  return bytes === undefined
    ? '0x'
    : `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** A u64 as the node prints it. The stream leaves zero out. */
export function toU64(value: bigint | undefined): string {
  return (value ?? 0n).toString()
}

/** Microseconds since the epoch, as a decimal string. */
export function toMicros(timestamp: Timestamp | undefined): string {
  return ((timestamp?.seconds ?? 0n) * 1_000_000n + BigInt(Math.trunc((timestamp?.nanos ?? 0) / 1000))).toString()
}
