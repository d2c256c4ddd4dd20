import { createHash } from 'node:crypto'
import { Ed25519PrivateKey, Ed25519PublicKey, Ed25519Signature } from '@aptos-labs/ts-sdk'
import { ed25519 } from '@noble/curves/ed25519'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifyEd25519, verifyEd25519Async } from './ed25519.ts'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const message = fc.uint8Array({ maxLength: 200 })
const flip = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 }))

interface Signed {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** Returns the SDK's verdict; its error message for a key or a signature that it cannot read. */
function sdkVerdict({ publicKey, message: text, signature }: Signed): boolean {
  try {
    const key = new Ed25519PublicKey(publicKey)
    return key.verifySignature({ message: text, signature: new Ed25519Signature(signature) })
  } catch {
    return false
  }
}
const ourVerdict = ({ publicKey, message: text, signature }: Signed) => verifyEd25519(publicKey, text, signature)

function sign(secret: Uint8Array, text: Uint8Array): Signed {
  const key = new Ed25519PrivateKey(secret)
  return { publicKey: key.publicKey().toUint8Array(), message: text, signature: key.sign(text).toUint8Array() }
}

function flipped(bytes: Uint8Array, [at, bit]: readonly [number, number]): Uint8Array {
  const copy = Uint8Array.from(bytes)
  if (copy.length > 0) copy[at % copy.length] = (copy[at % copy.length] as number) ^ (1 << bit)
  return copy
}

const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const toBytes = (value: bigint) => Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse())
const challenge = (...parts: Uint8Array[]) =>
  toNumber(createHash('sha512').update(Buffer.concat(parts)).digest()) % ORDER

it('both accept a valid signature, here and in worker threads', async () => {
  const property = fc.asyncProperty(seed, message, async (secret, text) => {
    const signed = sign(secret, text)
    expect([ourVerdict(signed), sdkVerdict(signed)]).toEqual([true, true])
    expect(await verifyEd25519Async(signed.publicKey, signed.message, signed.signature)).toBe(true)
  })
  await fc.assert(property)
})

it('both reject a changed message, key, R or s', () => {
  const change = fc.constantFrom('message', 'publicKey', 'signature')
  fc.assert(
    fc.property(seed, message, change, flip, (secret, text, part, place) => {
      const signed = sign(secret, text)
      fc.pre(signed[part].length > 0)
      const changed = { ...signed, [part]: flipped(signed[part], place) }
      expect([ourVerdict(changed), sdkVerdict(changed)]).toEqual([false, false])
    }),
    { numRuns: runs(120, 3_000) },
  )
})

it('both reject a scalar above the group order', () => {
  fc.assert(
    fc.property(seed, message, fc.bigInt({ min: 1n, max: 14n }), (secret, text, times) => {
      const signed = sign(secret, text)
      const scalar = toNumber(signed.signature.subarray(32)) + times * ORDER
      const signature = Uint8Array.from([...signed.signature.subarray(0, 32), ...toBytes(scalar)])
      const malleable = { ...signed, signature }
      expect([ourVerdict(malleable), sdkVerdict(malleable)]).toEqual([false, false])
    }),
  )
})

it('both reject random bytes', () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 })
  fc.assert(
    fc.property(seed, message, bytes, (publicKey, text, signature) => {
      const random = { publicKey, message: text, signature }
      expect([ourVerdict(random), sdkVerdict(random)]).toEqual([false, false])
    }),
    { numRuns: runs(120, 3_000) },
  )
})

/** Every spelling of the eight points of small order. */
const smallOrder = [
  ...Array.from({ length: 8 }, (_, times) => smallPoint(times)),
  ...[0, 1].flatMap((above) => [0, 0x80].map((sign) => spelledAbove(above, sign))),
  ...[0, 0x80].map((sign) => withSign(toBytes(1n), sign)),
  withSign(smallPoint(0), 0x80),
  withSign(toBytes(ed25519.Point.Fp.ORDER - 1n), 0x80),
]
function smallPoint(times: number): Uint8Array {
  const generator = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  let point = Point.ZERO
  for (let left = times; left > 0; left -= 1) point = point.add(generator)
  return point.toBytes()
}
function spelledAbove(above: number, sign: number): Uint8Array {
  return withSign(toBytes(Point.Fp.ORDER + BigInt(above)), sign)
}
function withSign(bytes: Uint8Array, sign: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[31] = (copy[31] as number) | sign
  return copy
}

it('rejects keys of small order, as the chain does and the SDK does not', () => {
  const zero = new Uint8Array(64)
  for (const publicKey of smallOrder) {
    for (const point of smallOrder) {
      const signature = Uint8Array.from([...point, ...zero.subarray(32)])
      for (const text of [new Uint8Array(), Uint8Array.of(1), Uint8Array.of(2)]) {
        expect(ourVerdict({ publicKey, message: text, signature })).toBe(false)
      }
    }
  }
  const anyMessage = {
    publicKey: smallPoint(0),
    message: Uint8Array.of(7),
    signature: Uint8Array.from([...smallPoint(0), ...zero.subarray(32)]),
  }
  expect([ourVerdict(anyMessage), sdkVerdict(anyMessage)]).toEqual([false, true])
})

it('rejects an R of small order, as the chain does and the SDK does not', () => {
  fc.assert(
    fc.property(seed, message, (secret, text) => {
      const { scalar, pointBytes: publicKey } = ed25519.utils.getExtendedPublicKey(secret)
      const identity = smallPoint(0)
      const s = (challenge(identity, publicKey, text) * scalar) % ORDER
      const signed = { publicKey, message: text, signature: Uint8Array.from([...identity, ...toBytes(s)]) }
      expect([ourVerdict(signed), sdkVerdict(signed)]).toEqual([false, true])
    }),
    { numRuns: runs(30) },
  )
})

it('rejects a signature valid only up to the cofactor, as the chain does and the SDK does not', () => {
  fc.assert(
    fc.property(seed, seed, message, fc.integer({ min: 1, max: 7 }), (secret, once, text, times) => {
      const { scalar, pointBytes: publicKey } = ed25519.utils.getExtendedPublicKey(secret)
      const nonce = (toNumber(once) % (ORDER - 1n)) + 1n
      const shifted = Point.BASE.multiply(nonce)
        .add(Point.fromBytes(smallPoint(times)))
        .toBytes()
      const s = (nonce + challenge(shifted, publicKey, text) * scalar) % ORDER
      const signed = { publicKey, message: text, signature: Uint8Array.from([...shifted, ...toBytes(s)]) }
      expect([ourVerdict(signed), sdkVerdict(signed)]).toEqual([false, true])
    }),
    { numRuns: runs(30) },
  )
})

it('accepts nothing that the SDK rejects', () => {
  const odd = fc.constantFrom(...smallOrder)
  const part = fc.oneof(odd, seed)
  fc.assert(
    fc.property(part, part, fc.oneof(odd, seed), message, (publicKey, r, s, text) => {
      const signed = { publicKey, message: text, signature: Uint8Array.from([...r, ...s]) }
      if (ourVerdict(signed)) expect(sdkVerdict(signed)).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})
