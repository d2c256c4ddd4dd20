import { hostileUri } from './hostile-documents.ts'

/** A token as its maker mints it. Properties are written on chain. */
export interface HostileToken {
  readonly name: string
  readonly uri: string
  readonly properties: Readonly<Record<string, string>>
}

/** A collection that is made to be a burden, and what becomes of its tokens once they are minted. */
export interface HostileCollection {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly uri: string
  readonly tokens: readonly HostileToken[]
  readonly afterwards: 'nothing' | 'renames' | 'empties'
}

/** Numbers of their tokens. */
export interface HostileScale {
  /** Tokens of the collection that share one document of a megabyte. */
  readonly heavy: number
  /** Tokens of each other collection. */
  readonly others: number
}

/** Quick, for tests; and as a stranger would do it. */
export const HOSTILE_SCALES = {
  small: { heavy: 400, others: 6 },
  full: { heavy: 5_000, others: 40 },
} as const satisfies Readonly<Record<string, HostileScale>>

/** Turns what follows around, and says nothing. */
const RIGHT_TO_LEFT = '\u202E'
const ZERO_WIDTH = '\u200B\u200D\u2060\uFEFF'

/** Returns every kind of hostile collection that the chain lets be made, within its bounds on names and addresses. */
export function hostileCollections({ heavy, others }: HostileScale): readonly HostileCollection[] {
  const documents = (kind: string) => (n: number) => hostileUri(`${kind}-${n}.json`)
  return [
    collection('heavy', heavy, { uriOf: () => hostileUri('heavy-0.json') }),
    ...['data', 'letters', 'escapes', 'kinds', 'deep'].map((kind) =>
      collection(kind, others, { uriOf: documents(kind) }),
    ),
    collection('names', others, {
      name: `Mossfolk${ZERO_WIDTH}`,
      description: `${RIGHT_TO_LEFT}deifirev si noitcelloc sihT`,
      uriOf: documents('names'),
      nameOf: (n) => `${RIGHT_TO_LEFT}TPA ${n} ${'\u0301'.repeat(40)}`,
      properties: { ['__proto__']: 'polluted', 7: '7', constructor: 'x', large: 'x'.repeat(30_000) },
    }),
    collection('numbers', others, { name: '1e999', uriOf: () => '', nameOf: (n) => `0x${n}` }),
    collection('renamed', others, { uriOf: documents('names'), afterwards: 'renames' }),
    collection('emptied', others, { uriOf: documents('names'), afterwards: 'empties' }),
  ]
}

interface Making {
  readonly name?: string
  readonly description?: string
  readonly uriOf: (n: number) => string
  readonly nameOf?: (n: number) => string
  readonly properties?: Readonly<Record<string, string>>
  readonly afterwards?: HostileCollection['afterwards']
}

function collection(slug: string, supply: number, making: Making): HostileCollection {
  const { name = `Hostile ${slug}`, description = `Made to be a burden: ${slug}.`, afterwards = 'nothing' } = making
  const { nameOf = (n: number) => `${slug} #${n}`, properties = {} } = making
  const tokens = Array.from({ length: supply }, (_, at) => ({
    name: nameOf(at + 1),
    uri: making.uriOf(at + 1),
    properties,
  }))
  return { slug: `hostile-${slug}`, name, description, uri: making.uriOf(1), tokens, afterwards }
}
