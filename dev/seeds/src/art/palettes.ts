/** A background, an ink, and four colours that go with them. */
export interface Palette {
  readonly ground: string
  readonly ink: string
  readonly colors: readonly [string, string, string, string]
}

/** Named palettes; styles choose some of them as values of their trait. */
export const PALETTES = {
  Harbour: { ground: '#0f2a3d', ink: '#f3e9d8', colors: ['#e4572e', '#f2b134', '#8fb8b0', '#f3e9d8'] },
  Orchard: { ground: '#f4ead5', ink: '#2c2a24', colors: ['#c8402f', '#e3a72f', '#5b7f43', '#2f4a3a'] },
  Midnight: { ground: '#12121f', ink: '#eceaf6', colors: ['#9d80ff', '#4cc9f0', '#f9a8d4', '#fde68a'] },
  Clay: { ground: '#efe1d1', ink: '#3a241c', colors: ['#b5533c', '#d98e5f', '#7d8f69', '#35524a'] },
  Lagoon: { ground: '#e5f1ec', ink: '#0b3c49', colors: ['#0b7a75', '#19b5a5', '#f4a261', '#e76f51'] },
  Ember: { ground: '#1d0f14', ink: '#ffe8cc', colors: ['#ff5d3b', '#ff9f45', '#ffd166', '#a4243b'] },
  Meadow: { ground: '#233329', ink: '#f1f3d8', colors: ['#a7c957', '#f2e8cf', '#bc4749', '#6a994e'] },
  Candy: { ground: '#fff1f0', ink: '#35163d', colors: ['#ff6f91', '#ffc75f', '#6a67ce', '#00b8a9'] },
  Frost: { ground: '#eaf2f8', ink: '#1b2a41', colors: ['#3d6ea5', '#7fb2e5', '#b8c5d6', '#f28482'] },
  Noir: { ground: '#16161a', ink: '#f5f5f0', colors: ['#f5f5f0', '#a7a7b0', '#62626c', '#d64545'] },
} as const satisfies Readonly<Record<string, Palette>>
