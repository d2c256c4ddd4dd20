/** What the game calls facts of an item among its traits, and how the page names them. */
export const GEAR_TRAITS: Readonly<Record<string, string>> = { gear: 'Gear', tier: 'Tier', gear_type: 'Type' }
