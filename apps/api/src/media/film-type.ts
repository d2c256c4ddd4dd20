/** Types by the ending of an address, for hosts that do not know. */
const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

/** What hosts say of bytes that they know nothing about. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/mp4', 'application/ogg'])

/**
 * The type that a film or a sound is served as. A browser is told to take our word for it, so that nothing else runs.
 * @param told the host's `content-type`.
 * @param path of its address.
 * @returns null when it is neither.
 */
export function filmType(told: string | string[] | undefined, path: string): string | null {
  const type = String(told ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase()
  if (type !== undefined && /^(?:video|audio)\/[a-z0-9.+-]{1,60}$/.test(type)) return type
  if (!UNKNOWN.has(type ?? '')) return null
  return TYPES[/\.([a-z0-9]{2,4})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? null
}
