/** Least degrees between the two hues of an identicon, so that they always differ. */
const HUE_STEP = 60

/** Hues and turn of an address's identicon, in degrees. */
export function identiconAngles(address: string) {
  const seed = Number.parseInt(address.slice(-6), 16) || 0
  const hue = seed % 360
  return { hue, second: (hue + HUE_STEP + ((seed >> 9) % 120)) % 360, turn: (seed >> 4) % 360 }
}

/** A small image generated from an address, to tell wallets apart. Decoration only: different addresses may share it. */
export function AddressIdenticon({ address, size = 20 }: { address: string; size?: number }) {
  const { hue, second, turn } = identiconAngles(address)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ flex: 'none', borderRadius: '50%' }}
    >
      <rect width="32" height="32" fill={`hsl(${hue} 62% 42%)`} />
      <g transform={`rotate(${turn} 16 16)`}>
        <path d="M16-6 38 16 16 38Z" fill={`hsl(${second} 70% 58%)`} />
        <path d="M16 4 26 16 16 28 6 16Z" fill={`hsl(${hue} 80% 80%)`} opacity=".5" />
      </g>
    </svg>
  )
}
