/** The logo: a cut opal. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2 28 11 16 30 4 11Z" fill="#9d80ff" />
      <path d="M16 2 28 11H4Z" fill="#c9b8ff" />
      <path d="M16 2 21.5 11H10.5Z" fill="#efe9ff" />
      <path d="M10.5 11h11L16 30Z" fill="#7fd6c2" opacity=".85" />
      <path d="M16 30 21.5 11H28Z" fill="#7a5cf0" />
    </svg>
  )
}
