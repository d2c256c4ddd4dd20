/** Labels of the game's trait names. */
export const GEAR_TRAITS: Readonly<Record<string, string>> = { gear: 'Gear', tier: 'Tier', gear_type: 'Type' }
