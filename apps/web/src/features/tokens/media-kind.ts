/** What a token's animation is, as far as its address tells. */
export type MediaKind = 'video' | 'audio' | 'model' | 'page'

const KIND_OF_ENDING: Readonly<Record<string, MediaKind>> = {
  mp4: 'video',
  m4v: 'video',
  webm: 'video',
  mov: 'video',
  ogv: 'video',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  flac: 'audio',
  m4a: 'audio',
  glb: 'model',
  gltf: 'model',
  usdz: 'model',
}

/**
 * What an animation is. Anything whose ending says nothing may be a page with scripts and is treated as one: it runs
 * in a sandbox, and only when the reader asks for it.
 */
export function mediaKind(uri: string): MediaKind {
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  return KIND_OF_ENDING[/\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'page'
}

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{4,100}(?:\/[^?#]*)?)$/

/**
 * Where a browser may load an animation from: `https://` as it is, `ipfs://` at the gateway.
 * @returns null for anything else, such as `data:` or `javascript:`.
 * @example playableUrl('ipfs://Qm12/1.mp4', 'https://gateway.example/ipfs') // 'https://gateway.example/ipfs/Qm12/1.mp4'
 */
export function playableUrl(uri: string, gateway: string): string | null {
  const ipfs = IPFS.exec(uri)?.[1]
  if (ipfs !== undefined) return climbs(ipfs) ? null : `${gateway}/${ipfs}`
  return URL.canParse(uri) && new URL(uri).protocol === 'https:' ? uri : null
}

function climbs(path: string): boolean {
  return path.split(/\/|%2f/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
