// The appearance of a coin's icon: a fixed hue and a sign, the same everywhere.

export type CoinAppearance = {
  /** Degrees of the colour circle, 0 to 359. */
  readonly hue: number
  /** One or two letters. */
  readonly letters: string
  /** Strokes through the letter, as a path in a box of 24 by 24. */
  readonly strokes?: string
}

// Currency signs: a letter with strokes.
const known: Readonly<Record<string, CoinAppearance>> = {
  BTC: { hue: 55, letters: 'B', strokes: 'M10.5 4.5v3M13 4.5v3M10.5 16.5v3M13 16.5v3' },
  ETH: { hue: 275, letters: '', strokes: 'M7.5 7.5h9M9.5 12h5M7.5 16.5h9' },
  USDT: { hue: 165, letters: 'T', strokes: 'M8 12.5h8' },
  USDC: { hue: 250, letters: '$' },
  SOL: { hue: 305, letters: 'S' },
  XRP: { hue: 235, letters: 'X' },
  BNB: { hue: 85, letters: 'BN' },
  DOGE: { hue: 75, letters: 'D', strokes: 'M6 12h6' },
  ADA: { hue: 260, letters: 'A', strokes: 'M6.5 11h11M6.5 14h11' },
  LTC: { hue: 225, letters: 'L', strokes: 'M7 14l6-3.5' },
  TRX: { hue: 20, letters: 'TR' },
  AVAX: { hue: 25, letters: 'AV' },
  DOT: { hue: 350, letters: 'DO' },
  LINK: { hue: 265, letters: 'LI' },
  UNI: { hue: 340, letters: 'UN' },
  SHIB1000: { hue: 40, letters: 'SH' },
  BCH: { hue: 150, letters: 'BC' },
}

/** Returns a coin's appearance; an unknown coin has its first letters and a hue from its name. */
export function coinAppearance(coin: string): CoinAppearance {
  return known[coin] ?? { hue: hueOf(coin), letters: coin.slice(0, 2) }
}

/** Distributes names over the colour circle; the multiplier is that of FNV-1a. */
function hueOf(coin: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < coin.length; at += 1) {
    hash = Math.imul(hash ^ coin.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % 360
}
