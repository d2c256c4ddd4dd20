import mime from 'mime'

/** Longest ending that a file has: `.woff2`, `.html5`. */
const ENDING = /\.([a-z0-9]{1,5})$/i
const PLAIN = 'application/octet-stream'

/**
 * Names the file that an original is saved as: by what the token is called, with the ending that its address or its type
 * has.
 * @param name of the token; empty takes the address's last part.
 * @param type as its host says, without parameters; null where it says nothing.
 * @example originalName('Opal #7', 'ipfs://bafy/7.png', 'image/png') // 'Opal #7.png'
 */
export function originalName(name: string, src: string, type: string | null): string {
  const last = /([^/?#]*)(?:[?#].*)?$/.exec(src)?.[1] ?? ''
  const ending = ENDING.exec(last)?.[1]?.toLowerCase() ?? endingOf(type)
  const stem = cleaned(name) || cleaned(last.replace(ENDING, '')) || 'original'
  return ending === null ? stem : `${stem.replace(ENDING, (own) => (own === `.${ending}` ? '' : own))}.${ending}`
}

function endingOf(type: string | null): string | null {
  return type === null || type === PLAIN ? null : mime.getExtension(type)
}

/** Without what a file system forbids, and without the characters that hide how a name ends. */
function cleaned(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 100)
    .toWellFormed()
}
