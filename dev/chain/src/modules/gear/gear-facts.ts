/** The game's module, with the address of its publisher, who also created its collection. */
export const GEAR_MODULE = '0x6ea2000000000000000000000000000000000000000000000000000000006ea2::gear'

/** Folder of the documents that the game's tokens name, under an IPFS gateway. */
export const GEAR_FOLDER = 'bafybeibx6lvu2x7gf7afy5upnh6x7gw5ywlpmpjfxeqhdvcrpytg2ffeya'

/** @source the product's specification, gear attributes */
export const TIERS = ['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary'] as const
export const GEAR_TYPES = ['Mining Tool', 'Suit', 'Helmet'] as const
/** Primary effects, by gear type. */
export const PRIMARY_EFFECTS = ['pMKL Boost', 'XP Boost', 'Fee Discount'] as const

/** Names by gear code; a code's hundreds are its tier. Suits and helmets share the codes, with names of their own. */
export const GEAR_NAMES: Readonly<Record<number, readonly [tool: string, suit: string, helmet: string]>> = {
  100: ['Pickaxe', 'Canvas Suit', 'Canvas Cap'],
  200: ['Shovel', 'Padded Suit', 'Padded Helmet'],
  300: ['Mining Drill', 'Pressure Suit', 'Pressure Helmet'],
  400: ['Laser Drill', 'Exo Suit', 'Visor Helmet'],
  401: ['Plasma Cutter', 'Plasma Suit', 'Plasma Helmet'],
  500: ['Time Distortion Drill', 'Time Distortion Suit', 'Time Distortion Helmet'],
  501: ['Nano-Disassembler', 'Nano Suit', 'Nano Helmet'],
}

/** Effects are stored as percent times this. */
export const EFFECT_SCALE = 10_000n
/** Durability is stored as percent times this. */
export const DURABILITY_SCALE = 1_000_000n
/** Percent that the primary effect of each tier gives. */
export const EFFECT_PERCENT = [5n, 10n, 20n, 35n, 60n] as const
